/** Names one run of one test: workers, projects, repeats and retries share a server. */

import type { TestInfo } from '@playwright/test';
import type { RunnerStatus, TestBoundary } from 'gasoline-wire';

/** Unique per run, unlike the title. */
export function testIdentity({ project, testId, repeatEachIndex, retry }: TestInfo): string {
  return [project.name, testId, repeatEachIndex, retry].join(':');
}

/** What is said about a test when it starts. */
export function startOf(info: TestInfo): TestBoundary {
  return {
    test_id: testIdentity(info),
    action: 'start',
    title: info.titlePath.slice(1).join(' › '),
    file: info.file,
    project: info.project.name,
    retry: info.retry,
    worker: info.workerIndex,
  };
}

/** What is said about a test when it ends. A test that was expected to fail and did has passed. */
export function endOf(info: TestInfo): TestBoundary {
  return {
    test_id: testIdentity(info),
    action: 'end',
    status: statusOf(info),
    duration_ms: Math.round(info.duration),
  };
}

function statusOf({ status, expectedStatus }: TestInfo): RunnerStatus {
  if (status === undefined) return 'interrupted';
  if (status === expectedStatus) return status === 'skipped' ? 'skipped' : 'passed';
  return status === 'passed' ? 'failed' : status;
}
