/** The capture session: one run of this browser profile, however often Chrome restarts the worker within it. */

const CAPTURE_SESSION = 'captureSession';

let known: Promise<string> | undefined;

/** The id of the current capture session. */
export function captureSession(): Promise<string> {
  known ??= readOrCreate();
  return known;
}

async function readOrCreate(): Promise<string> {
  const stored: Record<string, unknown> = await chrome.storage.session.get(CAPTURE_SESSION);
  const id = stored[CAPTURE_SESSION];
  if (typeof id === 'string') return id;
  const created = crypto.randomUUID();
  await chrome.storage.session.set({ [CAPTURE_SESSION]: created });
  return created;
}
