/**
 * Loaded by `gasoline ci` into every Node process of a suite that was not changed for it. Does nothing in processes without Playwright.
 *
 * It looks at modules as they are loaded: `playwright-core` tells of new contexts, and `@playwright/test` knows the test that runs.
 */

import { readFile } from 'node:fs/promises';
import Module from 'node:module';
import { join } from 'node:path';

import type { TestInfo } from '@playwright/test';

import { afterTestFunction } from './after-test-function.ts';
import { captureScripts } from './capture-script.ts';
import { ciPort, ciRecording } from './environment.ts';
import { linkTo } from './server-link.ts';
import { listenForContexts, SuiteCapture } from './suite-capture.ts';
import { abilitiesFrom, LEAST } from './version.ts';
import type { Abilities } from './version.ts';

type Load = (this: unknown, request: string, ...rest: unknown[]) => unknown;

/** What knows the test that runs. */
interface TestModule {
  info(): TestInfo;
}

let abilities = LEAST;
let testModule: TestModule | undefined;
const seenTests = new WeakSet<TestInfo>();
const seenOwners = new WeakSet<object>();

function currentTest(): TestInfo | undefined {
  try {
    return testModule?.info();
  } catch {
    // No test runs: Playwright offers no other way to ask.
    return undefined;
  }
}

function createCapture(port: number): SuiteCapture {
  const suite: SuiteCapture = new SuiteCapture({
    link: linkTo({ address: { host: '127.0.0.1', port } }),
    // Written beside this file.
    scripts: captureScripts(ciRecording(), (name) => readFile(join(__dirname, `${name}.js`), 'utf8')),
    abilities,
    currentTest,
    onTest(info) {
      if (seenTests.has(info)) return;
      seenTests.add(info);
      // A context that outlives the test is asked before the next one begins.
      afterTestFunction(info, () => suite.finishTest());
    },
  });
  return suite;
}

/** Looks at a module that was loaded. */
function look(loaded: unknown, suite: () => SuiteCapture, find: () => Abilities): void {
  if ((typeof loaded !== 'object' && typeof loaded !== 'function') || loaded === null) return;
  if (seenOwners.has(loaded)) return;
  seenOwners.add(loaded);
  const test: unknown = Reflect.get(loaded, 'test');
  if (isTestModule(test)) testModule = test;
  const instrumentation: unknown = Reflect.get(loaded, '_instrumentation');
  // Several modules lead to the same one.
  if (typeof instrumentation !== 'object' || instrumentation === null || seenOwners.has(instrumentation))
    return;
  seenOwners.add(instrumentation);
  if (listenForContexts(loaded, (context) => suite().capture(context)) !== undefined) abilities = find();
}

function isTestModule(value: unknown): value is TestModule {
  return typeof value === 'function' && typeof Reflect.get(value, 'info') === 'function';
}

function install(port: number): void {
  const load: unknown = Reflect.get(Module, '_load');
  if (!isLoad(load)) return;
  let created: SuiteCapture | undefined;
  const suite = (): SuiteCapture => (created ??= createCapture(port));
  const watched: Load = function (request, ...rest) {
    const loaded = load.call(this, request, ...rest);
    // Cheap for the thousands of modules that are none of ours.
    if (typeof request === 'string' && request.includes('playwright')) {
      look(loaded, suite, () => abilitiesBeside(request, rest[0]));
    }
    return loaded;
  };
  Reflect.set(Module, '_load', watched);
}

/** Beside the module that was loaded. */
function abilitiesBeside(request: string, parent: unknown): Abilities {
  const resolve: unknown = Reflect.get(Module, '_resolveFilename');
  const file: unknown =
    typeof resolve === 'function' ? Reflect.apply(resolve, Module, [request, parent]) : undefined;
  return typeof file === 'string' ? abilitiesFrom(file, 'playwright-core') : LEAST;
}

function isLoad(value: unknown): value is Load {
  return typeof value === 'function';
}

const port = ciPort();
if (port !== undefined) install(port);
