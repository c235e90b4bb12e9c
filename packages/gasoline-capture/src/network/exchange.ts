/**
 * One request with its response, and the entries it becomes: a network error where it failed or was refused, and,
 * when bodies are captured, the request with its response. Both carry the same `requestId`.
 */

import type { CookiePresence, CredentialsMode, Handled, Level } from 'gasoline-wire';

import { documentUrl, timestamp } from '../env.ts';
import type { Env } from '../env.ts';
import { errorLine, readAsError } from '../error-text.ts';
import type { Reporting } from '../instrument.ts';
import { isOwnTraffic } from '../own-traffic.ts';
import type { Uninstall } from '../patch.ts';
import { bareRecord, createSet, slice } from '../primordials.ts';
import type { SafeSet } from '../primordials.ts';

import type { BodyText } from './content.ts';
import { createJsonChecks, notJson } from './json-checks.ts';
import type { JsonChecks } from './json-checks.ts';
import { hasAuthorization } from './headers.ts';
import type { HeaderValues } from './headers.ts';
import type { RequestBody } from './sent-body.ts';

/** How much of a response body is kept: bytes where it is read, characters where the browser has decoded it. */
export const MAX_RESPONSE = 16_384;

const MAX_ERROR_RESPONSE_CHARACTERS = 5120;
const MAX_ERROR_CHARACTERS = 1024;

/** How long the report of an exchange waits for the body that was sent. */
const LONGEST_WAIT_MS = 1000;

/** How long the report of a refusal waits for the rest of its body. */
const LONGEST_ERROR_WAIT_MS = 500;

/** What is known of a request when it starts. */
export interface RequestFacts {
  /** Upper case. */
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderValues;
  readonly body: RequestBody | undefined;
  readonly credentials: CredentialsMode;
  readonly cookies: CookiePresence;
  /** The frame that asked for it, as the browser prints it. */
  readonly initiator: string | undefined;
}

/** What is known of a response before its body is read. */
export interface ResponseFacts {
  /** 0 where the browser hides it. */
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderValues;
}

/** What a request that was called off says. */
export const ABORTED = 'aborted';

/** What is said of a request whose page was left meanwhile. */
const LEFT = 'page left';

/** What is done about the body of a response that is here. */
export interface BodyCourse {
  /** Whether it may be whole in a moment. */
  readonly isReading: boolean;
  /** What of it is here; undefined where nothing is. */
  soFar(): BodyText | undefined;
  /** Begins to read where that was only put off. */
  hurry(): void;
  /** Ends the exchange with what there is of the body. */
  conclude(): void;
}

/** Starts exchanges; undefined for requests to our own server. */
export type BeginExchange = (facts: RequestFacts) => Exchange | undefined;

/** The exchanges of one API of one window. */
export interface Exchanges {
  readonly begin: BeginExchange;
  readonly stop: Uninstall;
}

/**
 * Follows exchanges. A subscriber hears of all that are answered, their bodies read or not. Those too are told whose page
 * is left: of what became of them nobody else will hear.
 */
export function followExchanges(report: Reporting, env: Env): Exchanges {
  const prefix = env.newId();
  const open = createSet<Exchange>();
  const checks = createJsonChecks(env);
  let count = 0;
  const releaseAll = (): void => {
    open.each((exchange) => {
      exchange.release();
    });
  };
  const hurryAll = (): boolean => {
    let isMoreComing = false;
    open.each((exchange) => {
      exchange.hurry();
      if (exchange.isReading()) isMoreComing = true;
    });
    return isMoreComing;
  };
  // The page stays until the next document is here. What it says meanwhile arrives nearly always, and a body that is here
  // has been read by the next turn; that there was an error must be certain.
  const leave = (): void => {
    open.each((exchange) => {
      if (exchange.isReading()) exchange.tellRefusal();
      else exchange.release();
    });
    env.after(0, releaseAll);
  };
  const releases = { announced: hurryAll, asked: releaseAll, leaving: leave };
  const stops = [
    env.listen('pagehide', () => {
      open.each((exchange) => {
        exchange.left();
      });
    }),
    env.releases.watch((occasion) => releases[occasion]()),
  ];
  return {
    begin(facts) {
      if (isOwnTraffic(facts.url, report.settings().ownServer)) return undefined;
      count += 1;
      return new Exchange(report, env, facts, `${prefix}-${count}`, open, checks);
    },
    stop() {
      stops.forEach((stop) => {
        stop();
      });
      releaseAll();
      checks.stop();
    },
  };
}

interface Outcome {
  readonly failure?: string;
  readonly body?: BodyText | undefined;
}

/** When something was seen, and how long after the request that was. */
interface Moment {
  readonly ts: string;
  readonly duration: number;
}

/** A request under observation. It ends once; what comes later is ignored. */
export class Exchange {
  readonly #report: Reporting;
  readonly #env: Env;
  readonly #requestId: string;
  readonly #pageUrl: string;
  readonly #started: string;
  readonly #startedAt: number;
  readonly #noLongerPending: () => void;
  readonly #open: SafeSet<Exchange>;
  readonly #checks: JsonChecks;
  /** How the page read the body as JSON, if it did. */
  #readBy: string | undefined;
  #body: BodyText | undefined;
  #response: ResponseFacts = NO_RESPONSE;
  #answeredAt: Moment | undefined;
  #course: BodyCourse | undefined;
  /** How long it took until the latest part of the answer was here. */
  #arrivedAfter = 0;
  #ended = false;
  #isErrorTold = false;
  #cancelError: () => void = nothing;
  /** From the answer on it is kept back, until it is told. */
  #letGo: Uninstall = nothing;
  /** Reports without what is still waited for, once everything else is known. */
  #reportNow: () => void = nothing;

  constructor(
    report: Reporting,
    env: Env,
    readonly facts: RequestFacts,
    requestId: string,
    open: SafeSet<Exchange>,
    checks: JsonChecks,
  ) {
    this.#checks = checks;
    this.#report = report;
    this.#env = env;
    this.#requestId = requestId;
    this.#pageUrl = documentUrl(env);
    this.#started = timestamp(env);
    this.#startedAt = env.now();
    this.#noLongerPending = report.activity.requestStarted();
    this.#open = open;
    open.add(this);
  }

  /** The response is here, its body perhaps not. */
  answered(response: ResponseFacts): void {
    this.#response = response;
    this.#answeredAt = this.#now();
    this.#arrivedAfter = this.#answeredAt.duration;
    this.#noLongerPending();
    this.#letGo();
    this.#letGo = this.#env.releases.keep();
    if (isRefusal(response.status))
      this.#cancelError = this.#env.after(LONGEST_ERROR_WAIT_MS, () => {
        this.tellRefusal();
      });
  }

  /** Reports a refusal with what is here of its body. */
  tellRefusal(): void {
    if (isRefusal(this.#response.status)) this.#reportError({ body: this.#course?.soFar() });
  }

  /** Something is done about the body, in place of what was done before. */
  follow(course: BodyCourse): void {
    this.#course = course;
  }

  /** More of the body is here, or its end. */
  bodyArrived(): void {
    this.#arrivedAfter = this.#duration();
  }

  /** The page reads the body as JSON, by `call`. */
  readAsJson(call: string): void {
    if (this.#readBy !== undefined) return;
    this.#readBy = call;
    this.#checkJson();
  }

  /** Whether anybody will look at the response's body. */
  wantsBody(): boolean {
    return !this.#ended && (this.#report.settings().networkBodies || isRefusal(this.#response.status));
  }

  /** Everything is known. */
  finished(body: BodyText | undefined): void {
    this.#end({ body });
  }

  /** No response, or not all of its body, will come. */
  failed(failure: string, body?: BodyText): void {
    if (!this.#env.leaving.isUnderWay()) this.#end({ failure, body });
    else if (this.#answeredAt === undefined) this.left();
    else this.finished(body);
  }

  /** What became of it cannot be seen. */
  forgotten(): void {
    this.#ended = true;
    this.#noLongerPending();
    this.#close();
  }

  /** Begins to read where that was only put off. */
  hurry(): void {
    if (!this.#ended) this.#course?.hurry();
  }

  /** Whether more may be known in a moment: of the answer's body, or of the one that was sent. */
  isReading(): boolean {
    return this.#ended || (this.#answeredAt !== undefined && this.#course?.isReading !== false);
  }

  /** Tells what is known of an answer. A request without one goes on. */
  release(): void {
    if (this.#answeredAt !== undefined) {
      this.#course?.conclude();
      this.finished(undefined);
    }
    this.#reportNow();
  }

  /**
   * The page is left, and the browser broke the request off: of `fetch` it tells the page, of `XMLHttpRequest` it does not.
   * That is no error, pages are left all the time while requests are under way.
   */
  left(): void {
    this.release();
    if (this.#ended) return;
    this.forgotten();
    if (this.#report.settings().networkBodies) this.#reportBody({ failure: LEFT }, this.#duration());
  }

  #end(outcome: Outcome): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#noLongerPending();
    this.#cancelError();
    if (outcome.failure !== undefined || isRefusal(this.#response.status)) this.#reportError(outcome);
    else this.#body = outcome.body;
    this.#checkJson();
    if (this.#report.settings().networkBodies) this.#reportBodyWhenKnown(outcome);
    else this.#close();
  }

  /** Nothing more will be told. */
  #close(): void {
    this.#open.delete(this);
    this.#letGo();
    this.#letGo = nothing;
  }

  /** A short answer may come before we have read what was sent: that is waited for, within reason. */
  #reportBodyWhenKnown(outcome: Outcome): void {
    // What was not waited for by the page, but only by us, has cost it no time.
    const duration = outcome.failure === undefined ? this.#arrivedAfter : this.#duration();
    const { body } = this.facts;
    let cancel: () => void = nothing;
    const report = (): void => {
      if (!this.#open.has(this)) return;
      this.#close();
      cancel();
      this.#reportBody(outcome, duration);
    };
    if (body === undefined || body.isKnown()) {
      report();
      return;
    }
    this.#reportNow = report;
    cancel = this.#env.after(LONGEST_WAIT_MS, report);
    body.whenKnown(report);
  }

  /** When both are known, the page's call and the body. Each answer is looked at once. */
  #checkJson(): void {
    const body = this.#body;
    const call = this.#readBy;
    if (body === undefined || call === undefined) return;
    this.#body = undefined;
    const moment = this.#now();
    this.#checks.add(() => {
      const reason = notJson(body);
      if (reason !== undefined && !this.#report.rejections.has(reason))
        this.#tell(
          moment,
          'error',
          `${requestLine(this.facts, this.#response, undefined)}: ${call}: ${reason}`,
          body,
          'unknown',
        );
    });
  }

  #reportError({ failure, body }: Outcome): void {
    if (this.#isErrorTold) return;
    this.#isErrorTold = true;
    const moment = (failure === undefined ? this.#answeredAt : undefined) ?? this.#now();
    const level = isSerious(failure, this.#response.status) ? 'error' : 'warn';
    this.#tell(moment, level, requestLine(this.facts, this.#response, failure), body);
  }

  #tell(
    { ts, duration }: Moment,
    level: Level,
    message: string,
    body: BodyText | undefined,
    handled?: Handled,
  ): void {
    const { method, url } = this.facts;
    const { status, statusText } = this.#response;
    this.#report.emit('/logs', {
      type: 'network',
      ts,
      level,
      message,
      handled,
      method,
      url,
      pageUrl: this.#pageUrl,
      status,
      statusText: statusText === '' ? undefined : statusText,
      duration,
      response: body === undefined ? undefined : slice(body.text, 0, MAX_ERROR_RESPONSE_CHARACTERS),
      initiator: this.facts.initiator,
      requestId: this.#requestId,
      _context: this.#report.annotations.context(),
    });
  }

  #reportBody({ failure, body }: Outcome, duration: number): void {
    const { method, url, headers, credentials, cookies } = this.facts;
    const response = this.#response;
    const requestBody = this.facts.body?.current();
    const isRequestCut = requestBody?.truncated === true;
    const isResponseCut = body?.truncated === true;
    this.#report.emit('/network-bodies', {
      ts: this.#started,
      method,
      url,
      pageUrl: this.#pageUrl,
      status: response.status,
      error: failure,
      requestBody: requestBody?.text,
      responseBody: body?.text,
      contentType: response.headers['content-type'],
      duration,
      requestHeaders: headers,
      responseHeaders: response === NO_RESPONSE ? undefined : response.headers,
      hasAuthHeader: hasAuthorization(headers),
      credentials,
      hasCookies: cookies,
      truncated: isRequestCut || isResponseCut,
      responseTruncated: isRequestCut && !isResponseCut ? false : undefined,
      initiator: this.facts.initiator,
      requestId: this.#requestId,
    });
  }

  #now(): Moment {
    return { ts: timestamp(this.#env), duration: this.#duration() };
  }

  #duration(): number {
    return this.#env.now() - this.#startedAt;
  }
}

const NO_RESPONSE: ResponseFacts = { status: 0, statusText: '', headers: bareRecord() };

function nothing(): void {
  // Nothing is waited for.
}

/** Whether a status is reported as an error. */
export function isRefusal(status: number): boolean {
  return status >= 400;
}

/** Whether the server or the network is at fault, or perhaps: an abort is what the page wanted. */
function isSerious(failure: string | undefined, status: number): boolean {
  return status >= 500 || (failure !== undefined && failure !== ABORTED);
}

/** One line: `GET http://…/ 500 Internal Server Error`, `GET http://…/ failed: TypeError: Failed to fetch`. */
export function requestLine(
  { method, url }: Pick<RequestFacts, 'method' | 'url'>,
  { status, statusText }: Pick<ResponseFacts, 'status' | 'statusText'>,
  failure: string | undefined,
): string {
  const answer = status === 0 ? '' : ` ${status}${statusText && ' '}${statusText}`;
  if (failure === undefined) return `${method} ${url}${answer}`;
  return `${method} ${url}${answer} ${failure === ABORTED ? ABORTED : `failed: ${failure}`}`;
}

/** Why a request failed, from what its promise was rejected with. */
export function failureText(reason: unknown, wasAborted: boolean): string {
  const error = readAsError(reason);
  // A timeout aborts too, and its own name says more.
  if (error?.name === 'AbortError' || (wasAborted && error?.name !== 'TimeoutError')) return ABORTED;
  if (error !== undefined) return errorLine(error, MAX_ERROR_CHARACTERS);
  return typeof reason === 'string' ? slice(reason, 0, MAX_ERROR_CHARACTERS) : 'unknown';
}
