/** Gasoline for Playwright. */
import type { BrowserContext, Expect, PlaywrightTestArgs, PlaywrightTestOptions, PlaywrightWorkerArgs, PlaywrightWorkerOptions, TestType } from '@playwright/test';
/** Playwright's `test`: every page, popup and context of the test is captured. */
export declare const test: TestType<PlaywrightTestArgs & PlaywrightTestOptions & GasolineFixtures & GasolineTestOptions, PlaywrightWorkerArgs & PlaywrightWorkerOptions & GasolineWorkerOptions>;
/** Playwright's `expect`. */
export declare const expect: Expect;
/** Captures a context that Playwright's `test` did not make. Call it before the context has pages. */
export declare function captureContext(context: BrowserContext, options: CaptureContextOptions): Promise<ContextCapture>;

/** Everything a suite may name: the declarations of the published package are made from this file and `index.ts`. */
/** How much is captured: everything, or only what shows that something went wrong and how it came about. */
export type CaptureMode = 'all' | 'errors-only';
/** What is added to an error after it was reported. */
export interface AiContextOptions {
    /** The source around it, read from the maps of its scripts. On by default. */
    readonly sourceSnippets?: boolean;
    /** The components it came from. On by default. */
    readonly componentTree?: boolean;
    /** Keys of the app's store and a few values. Off by default. */
    readonly stateSnapshot?: boolean;
}
/** Where to send, and for which test. */
export interface CaptureContextOptions {
    /** Port of the server. */
    readonly port: number;
    /** Host of the server; 127.0.0.1 by default. */
    readonly host?: string;
    /** The test that all pages of the context belong to; `GASOLINE_TEST_ID` by default. */
    readonly testId?: string;
    /** Everything by default. */
    readonly mode?: CaptureMode;
    /** What is added to errors after they were reported; false for nothing. */
    readonly aiContext?: AiContextOptions | false;
    /**
     * Whether actions are recorded as tests can be made of them: with locators, and with what pages show. On by default, because a
     * context that is captured by hand is seldom a test's.
     */
    readonly record?: boolean;
    /** Capture session; one for each worker process by default. */
    readonly session?: string;
}
/** What became of everything captured so far. */
export interface DrainReport {
    readonly delivered: number;
    readonly rejected: number;
    readonly dropped: number;
    readonly waiting: number;
    readonly lastFailure?: string | undefined;
}
/** A context under capture. */
export interface ContextCapture {
    /** Waits until everything captured so far has reached the server. Without a server it returns at once. */
    drain(): Promise<DrainReport>;
}
/** Options of the fixture, for `use` in the configuration. */
export interface GasolineOptions {
    /** Port of the server; `GASOLINE_PORT`, then 7890. */
    gasolinePort: number;
    /** Host of the server; `GASOLINE_HOST`, then 127.0.0.1. */
    gasolineHost: string;
    /** Whether the first worker starts a server where none runs. On by default. */
    gasolineAutoStart: boolean;
    /** The program that is started; `GASOLINE_BINARY`, then `gasoline` on the PATH. */
    gasolineBinary: string;
    /** How much is captured; `all` by default. */
    gasolineCaptureMode: CaptureMode;
    /** Whether a failed test gets what its browser saw as attachments. On by default. */
    gasolineAttachOnFailure: boolean;
    /** What is added to errors after they were reported; false for nothing. */
    gasolineAiContext: AiContextOptions | false;
    /** Whether actions are recorded as tests can be made of them, at the price of a larger script in every document. Off by default. */
    gasolineRecord: boolean;
}
/** Options that every test may set for itself. */
export type GasolineTestOptions = Pick<GasolineOptions, 'gasolineAttachOnFailure'>;
/** Options of a whole worker: contexts exist before its first test, in `beforeAll`. */
export type GasolineWorkerOptions = Omit<GasolineOptions, 'gasolineAttachOnFailure'>;
/** What a test may ask of the server. */
export interface Gasoline {
    /** Id under which this run of the test is captured. */
    readonly testId: string;
    /** Everything captured of this test so far, including what its pages sent last. Empty, with `unavailable`, without a server. */
    getSnapshot(since?: string): Promise<GasolineSnapshot>;
    /** Removes what was captured of this test so far. */
    clear(): Promise<void>;
    /** Marks the start or the end of a test of your own making. */
    markTest(testId: string, action: 'start' | 'end'): Promise<void>;
}
/** The fixtures a test can ask for. */
export interface GasolineFixtures {
    gasoline: Gasoline;
}
/** One entry; its kind decides which fields it has. */
export type Entry = Readonly<Record<string, unknown>>;
/** Counts over a snapshot. */
export interface SnapshotStats {
    readonly total_logs: number;
    readonly error_count: number;
    readonly warning_count: number;
    readonly network_failures: number;
    readonly ws_connections: number;
}
/** Everything captured of one test. */
export interface GasolineSnapshot {
    readonly timestamp: string;
    readonly logs: readonly Entry[];
    readonly websocket_events: readonly Entry[];
    readonly network_bodies: readonly Entry[];
    readonly enhanced_actions: readonly Entry[];
    readonly performance_snapshots: readonly Entry[];
    readonly dom_snapshots: readonly Entry[];
    readonly screenshots: readonly Entry[];
    readonly stats: SnapshotStats;
    /** Why nothing was captured. Counts of 0 then say nothing about the page. */
    readonly unavailable?: string;
}
