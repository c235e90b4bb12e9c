import { expect, it } from 'vitest';

import { capturePage, createTestEnv, createWindow } from '../page.ts';

it('leaves every replaced function as it was found', () => {
  const window = createWindow();
  const facts = (): unknown[] => [
    Object.getOwnPropertyDescriptors(window.XMLHttpRequest.prototype),
    Object.getOwnPropertyDescriptors(window.WebSocket.prototype),
    Object.getOwnPropertyDescriptor(window, 'WebSocket'),
  ];
  const [before, { WebSocket }] = [facts(), window];
  const { stop } = capturePage({}, createTestEnv(window));
  expect(window.WebSocket).not.toBe(WebSocket);
  stop();
  expect(window.WebSocket).toBe(WebSocket);
  expect(facts()).toEqual(before);
});
