/** Names one run of one test: workers, projects, repeats and retries share a server. */

import type { TestInfo, TestStatus } from '@playwright/test';
import type { RunnerStatus, TestBoundary } from 'gasoline-wire';

import { reportedFile } from './reported-file.ts';
import { runnerErrors } from './runner-error.ts';

/** What an id is made of. Unique per run, unlike the title. */
export interface TestRun {
  readonly project: string;
  readonly testId: string;
  readonly repeat: number;
  readonly retry: number;
}

/** The id of a run, the same in the worker and in the reporter. */
export function runId({ project, testId, repeat, retry }: TestRun): string {
  return [project, testId, repeat, retry].join(':');
}

/** The id of the run that a worker is at. */
export function testIdentity({ project, testId, repeatEachIndex, retry }: TestInfo): string {
  return runId({ project: project.name, testId, repeat: repeatEachIndex, retry });
}

/** What is said about a test when it starts. */
export function startOf(info: TestInfo): TestBoundary {
  return {
    test_id: testIdentity(info),
    action: 'start',
    title: info.titlePath.slice(1).join(' › '),
    file: reportedFile(info.file),
    project: info.project.name,
    retry: info.retry,
    worker: info.workerIndex,
  };
}

/** What is said about a test when it ends. */
export function endOf(info: TestInfo): TestBoundary {
  return {
    test_id: testIdentity(info),
    action: 'end',
    status: statusOf(info.status, info.expectedStatus),
    duration_ms: Math.round(info.duration),
    errors: runnerErrors(info.errors),
  };
}

/** A test that was expected to fail and did has passed. */
export function statusOf(status: TestStatus | undefined, expected: TestStatus): RunnerStatus {
  if (status === undefined) return 'interrupted';
  if (status === expected) return status === 'skipped' ? 'skipped' : 'passed';
  return status === 'passed' ? 'failed' : status;
}

/** Whether the test has failed so far. While it runs its status is the one that is expected. */
export function hasFailed({ status, expectedStatus, errors }: TestInfo): boolean {
  return errors.length > 0 && status !== expectedStatus && status !== 'skipped';
}
