/**
 * Tells the server of every test that the runner starts and ends, with the runner's own errors. `gasoline ci` adds it to the suite's
 * reporters; it prints nothing.
 */

import type { Reporter, TestCase, TestResult, TestStep } from '@playwright/test/reporter';
import type { TestBoundary } from 'gasoline-wire';

import { ciPort } from './environment.ts';
import { reportedFile } from './reported-file.ts';
import { runnerErrors } from './runner-error.ts';
import { markBoundary } from './server.ts';
import { runId, statusOf } from './test-identity.ts';

export default class GasolineReporter implements Reporter {
  readonly #address = { host: '127.0.0.1', port: ciPort() ?? 0 };
  /** One after the other: the end of a test must not overtake its start. */
  #sent: Promise<void> = Promise.resolve();

  onTestBegin(test: TestCase, result: TestResult): void {
    this.#send({
      test_id: idOf(test, result),
      action: 'start',
      title: titleOf(test),
      file: reportedFile(test.location.file),
      project: projectOf(test),
      retry: result.retry,
      worker: result.workerIndex,
    });
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    this.#send({
      test_id: idOf(test, result),
      action: 'end',
      status: statusOf(result.status, test.expectedStatus),
      duration_ms: Math.round(result.duration),
      errors: runnerErrors(result.errors, callsOf(result.steps)),
    });
  }

  async onEnd(): Promise<void> {
    await this.#sent;
  }

  printsToStdio(): boolean {
    return false;
  }

  #send(boundary: TestBoundary): void {
    this.#sent = this.#sent
      .then(() => markBoundary(this.#address, boundary))
      // A server that is gone takes the report with it, and nothing else.
      .then(
        () => undefined,
        () => undefined,
      );
  }
}

/** Calls of the runner's API by the test itself: those of fixtures and hooks stand below steps of their own. */
function callsOf(steps: readonly TestStep[]): number {
  return steps.reduce((calls, { category, steps: inner }) => {
    if (category === 'pw:api') return calls + 1;
    return category === 'test.step' ? calls + callsOf(inner) : calls;
  }, 0);
}

function idOf(test: TestCase, { retry }: TestResult): string {
  return runId({ project: projectOf(test), testId: test.id, repeat: test.repeatEachIndex, retry });
}

function projectOf(test: TestCase): string {
  return test.parent.project()?.name ?? '';
}

/** Without the root, the project and the file. */
function titleOf(test: TestCase): string {
  return test.titlePath().slice(3).join(' › ');
}
