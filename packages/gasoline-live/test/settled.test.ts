import { expect, it } from 'vitest';
import { JSDOM } from 'jsdom';

import { settled } from '../src/settled.ts';

/** A window whose frames and timers come when the test says so. */
function stillWindow(): {
  window: Window & typeof globalThis;
  frame: () => Promise<void>;
  timeOut: () => void;
} {
  const { window } = new JSDOM('<!doctype html><body><p>a</p>');
  let frames: FrameRequestCallback[] = [];
  let late = (): void => undefined;
  Object.assign(window, {
    requestAnimationFrame: (callback: FrameRequestCallback) => frames.push(callback),
    setTimeout: (callback: () => void) => {
      late = callback;
      return 1;
    },
  });
  return {
    // jsdom's type names only a part of what its windows have.
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
    window: window as unknown as Window & typeof globalThis,
    async frame() {
      const due = frames;
      frames = [];
      for (const callback of due) callback(0);
      // Lets the continuation ask for its next frame.
      await new Promise((resolve) => setTimeout(resolve));
    },
    timeOut: () => {
      late();
    },
  };
}

it('waits for two frames in which nothing changes', async () => {
  const { window, frame } = stillWindow();
  let isSettled = false;
  const waiting = settled(window, 1500).then((reason) => {
    isSettled = true;
    return reason;
  });
  await frame();
  window.document.body.append('b');
  await frame();
  await frame();
  expect(isSettled).toBe(false);
  await frame();
  expect(isSettled).toBe(true);
  expect(await waiting).toBeUndefined();
});

it('says what kept it waiting', async () => {
  const { window, frame, timeOut } = stillWindow();
  const endless = { playState: 'running', effect: { getComputedTiming: () => ({ endTime: Infinity }) } };
  const ending = { playState: 'running', effect: { getComputedTiming: () => ({ endTime: 300 }) } };
  const running = [endless, ending];
  Object.assign(window.document, { getAnimations: () => running });
  const waiting = settled(window, 1500);
  await frame();
  await frame();
  await frame();
  timeOut();
  expect(await waiting).toBe('the page did not settle within 1.5 s: an animation runs');
  running.pop();
  const again = settled(window, 1500);
  await frame();
  await frame();
  expect(await again).toBeUndefined();
});

it('does not wait for a page that draws nothing, nor when it must not wait', async () => {
  const { window, timeOut } = stillWindow();
  const waiting = settled(window, 1500);
  timeOut();
  expect(await waiting).toBe('the page did not settle within 1.5 s: it draws no frames: it may be hidden');
  expect(await settled(window, 0)).toBeUndefined();
});
