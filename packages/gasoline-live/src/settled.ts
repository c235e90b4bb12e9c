/**
 * Waits until a page has come to rest: its fonts are there, and for two frames nothing in it has changed or moved.
 *
 * What never ends is not waited for: an animation without an end runs in every picture.
 */

import type { PageWindow } from 'gasoline-capture/reading';

/** Frames without change after which a page counts as settled. */
const QUIET_FRAMES = 2;

/** Resolves when the page has settled, or after so many milliseconds with the reason why it has not. */
export async function settled(window: PageWindow, limitMs: number): Promise<string | undefined> {
  if (limitMs <= 0) return undefined;
  const changes = watchChanges(window);
  let reason: string | undefined = 'it draws no frames: it may be hidden';
  const quiet = async (): Promise<undefined> => {
    for (let frames = 0; frames < QUIET_FRAMES; frames += 1) {
      await nextFrame(window);
      reason = restlessness(window) ?? changes.take();
      if (reason !== undefined) frames = -1;
    }
    return undefined;
  };
  let timer: number | undefined;
  const late = new Promise<string>((resolve) => {
    timer = window.setTimeout(() => {
      resolve(`the page did not settle within ${limitMs / 1000} s: ${reason ?? 'it keeps changing'}`);
    }, limitMs);
  });
  try {
    return await Promise.race([quiet(), late]);
  } finally {
    changes.stop();
    window.clearTimeout(timer);
  }
}

function nextFrame(window: PageWindow): Promise<number> {
  return new Promise((resolve) => {
    window.requestAnimationFrame(resolve);
  });
}

/** Why the page is not at rest in this moment, as far as it can be seen without waiting. */
function restlessness({ document }: PageWindow): string | undefined {
  // Neither is in every browser, nor in the documents of tests.
  const fonts: unknown = Reflect.get(document, 'fonts');
  if (typeof fonts === 'object' && fonts !== null && Reflect.get(fonts, 'status') === 'loading')
    return 'fonts are loading';
  const animations = typeof document.getAnimations === 'function' ? document.getAnimations() : [];
  return animations.some(hasAnEnd) ? 'an animation runs' : undefined;
}

function hasAnEnd({ playState, effect }: Animation): boolean {
  return playState === 'running' && effect?.getComputedTiming().endTime !== Infinity;
}

/** Notes changes of the document; each is told once. */
function watchChanges(window: PageWindow): { take(): string | undefined; stop(): void } {
  let hasChanged = false;
  const observer = new window.MutationObserver(() => {
    hasChanged = true;
  });
  observer.observe(window.document, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });
  return {
    take() {
      const changed = hasChanged || observer.takeRecords().length > 0;
      hasChanged = false;
      return changed ? 'it keeps changing' : undefined;
    },
    stop() {
      observer.disconnect();
    },
  };
}
