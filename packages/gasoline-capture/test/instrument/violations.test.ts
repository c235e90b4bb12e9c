import { expect, it } from 'vitest';

import { CAPTURE_ALL } from '../../src/settings.ts';
import { capturePage, createTestEnv, createWindow, endOfTurn, QUIET } from '../page.ts';
import type { Entry } from '../page.ts';

/** A page whose policy was violated in these ways, and what became of it. */
async function violated(...violations: Readonly<Record<string, unknown>>[]): Promise<readonly Entry[]> {
  const window = createWindow();
  // jsdom lacks the class.
  window.eval(`window.SecurityPolicyViolationEvent = class extends Event {
    constructor(facts) { super('securitypolicyviolation'); Object.assign(this, { facts }); }
    ${['blockedURI', 'effectiveDirective', 'disposition', 'sourceFile', 'lineNumber', 'columnNumber']
      .map((name) => `get ${name}() { return this.facts.${name}; }`)
      .join(' ')}
  }`);
  const settings = { ...QUIET, ownServer: 'http://127.0.0.1:7890' };
  const { entries } = capturePage({ settings: () => settings }, createTestEnv(window));
  for (const facts of violations)
    window.eval(`dispatchEvent(new SecurityPolicyViolationEvent(${JSON.stringify(facts)}))`);
  await endOfTurn();
  return entries;
}

it('tells what a policy blocked, by which directive, and where the page asked for it', async () => {
  // unseen-04
  const entries = await violated({
    blockedURI: 'https://cdn.example/chat.js',
    effectiveDirective: 'script-src-elem',
    disposition: 'enforce',
    sourceFile: 'http://localhost:3000/assets/app.js',
    lineNumber: 12,
    columnNumber: 3,
  });
  expect(entries).toEqual([
    expect.objectContaining({
      type: 'violation',
      level: 'error',
      message: 'Content Security Policy (script-src-elem) blocked https://cdn.example/chat.js',
      directive: 'script-src-elem',
      blocked: 'https://cdn.example/chat.js',
      source: 'app.js:12',
      filename: 'http://localhost:3000/assets/app.js',
      lineno: 12,
      colno: 3,
      url: 'http://localhost:3000/cart',
    }),
  ]);
});

it('takes a policy that only reports for a warning, and names what has no address', async () => {
  const entries = await violated({
    blockedURI: 'inline',
    effectiveDirective: 'script-src-attr',
    disposition: 'report',
    sourceFile: 'gasoline:page.js',
    lineNumber: 1,
  });
  expect(entries.map(({ level, message, source }) => ({ level, message, source }))).toEqual([
    {
      level: 'warn',
      message: 'Content Security Policy (script-src-attr, report only) would block inline code',
      source: undefined,
    },
  ]);
});

it('says nothing of our own requests', async () => {
  expect(CAPTURE_ALL.ownServer).toBe(undefined);
  expect(await violated({ blockedURI: 'http://127.0.0.1:7890/logs', disposition: 'enforce' })).toEqual([]);
});
