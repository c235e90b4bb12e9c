/** How much the renderer has worked, by its own account. */

import type { CDPSession } from '@playwright/test';

/** Milliseconds of processor time. */
export interface RendererTime {
  /** Tasks of the main thread: scripts, style, layout, parsing, garbage collection. */
  readonly task: number;
  /** Scripts on the main thread. */
  readonly script: number;
  /** All threads of the process. */
  readonly process: number;
}

/** The work up to now. */
export async function rendererTime(session: CDPSession): Promise<RendererTime> {
  const { metrics } = await session.send('Performance.getMetrics');
  const milliseconds = (name: string): number =>
    (metrics.find((metric) => metric.name === name)?.value ?? NaN) * 1000;
  return {
    task: milliseconds('TaskDuration'),
    script: milliseconds('ScriptDuration'),
    process: milliseconds('ProcessTime'),
  };
}

/** The work of `operations`, for each of them. */
export function perOperation(before: RendererTime, after: RendererTime, operations: number): RendererTime {
  return {
    task: (after.task - before.task) / operations,
    script: (after.script - before.script) / operations,
    process: (after.process - before.process) / operations,
  };
}
