/**
 * The course of requests made by `XMLHttpRequest` objects, each of which may make several, one after the other.
 *
 * What is known of them hangs in a `WeakMap`, not on the objects. An object that is no node has no capture phase in Chromium:
 * listeners are called in the order in which they came, and the page may have some before it opens a request. Such a one may stop
 * the event, or use the object for another request before we hear of it. So an answer is taken at `readystatechange`, which comes
 * before all others, or when the page takes it away; an event of a request that is over is told by the state.
 */

import type { Env } from '../env.ts';
import { plainText } from '../plain-text.ts';
import { accepts, numberFrom, textFrom } from '../platform.ts';
import type { Platform } from '../platform.ts';
import { createWeakMap, upperCase } from '../primordials.ts';
import type { SafeWeakMap } from '../primordials.ts';
import { unnoticed } from '../patch.ts';

import { createAddresses } from './address.ts';
import type { Address, Addresses } from './address.ts';
import { ABORTED, failureText } from './exchange.ts';
import type { BeginExchange, Exchange, RequestFacts } from './exchange.ts';
import { HeaderCollector, parseHeaders } from './headers.ts';
import { overheardText } from './overheard.ts';
import { bodyDescriber } from './request-body.ts';
import type { DescribeBody } from './request-body.ts';
import { xhrResponseReader } from './xhr-response.ts';
import type { ReadXhrResponse } from './xhr-response.ts';

/** A request from `open` on. */
interface OpenRequest {
  readonly method: string;
  readonly address: Address;
  readonly isSynchronous: boolean;
  readonly headers: HeaderCollector;
  /** From `send` until the end. */
  exchange: Exchange | undefined;
  /** What is said of it if it ends without answer, and no event tells why. */
  failure: string;
}

const OPENED = 1;
const DONE = 4;

/** In the order in which they come; the last comes after each of those before it. */
const END_EVENTS = ['readystatechange', 'load', 'abort', 'error', 'timeout', 'loadend'];

/** Before listeners of the page, in browsers where such objects have that phase. */
const CAPTURE = true;

const NETWORK_ERROR = 'network error';

/** The requests of one window. */
export class XhrRequests {
  readonly #requests: SafeWeakMap<OpenRequest | undefined> = createWeakMap();
  readonly #begin: BeginExchange;
  readonly #addresses: Addresses;
  readonly #describeBody: DescribeBody;
  readonly #readResponse: ReadXhrResponse;
  readonly #object: ReturnType<typeof accessors>;
  #active = true;

  constructor(env: Env, platform: Platform, begin: BeginExchange) {
    this.#begin = begin;
    this.#addresses = createAddresses(env, platform);
    this.#describeBody = bodyDescriber(env.window, platform);
    this.#readResponse = xhrResponseReader(env, platform);
    this.#object = accessors(platform);
  }

  /** `open` is called. A page that does so before we heard of the end takes the response away. */
  opening(xhr: unknown): void {
    if (this.#object.state(xhr) === DONE) this.#over(xhr);
  }

  /** `abort` is called. Of a response that is here the page takes leave by it, and no event tells. */
  aborting(xhr: unknown): void {
    const request = this.#requests.get(xhr);
    if (this.#hasAnswer(xhr)) this.#end(xhr, undefined);
    else if (request !== undefined) request.failure = ABORTED;
  }

  /** `open` succeeded; it silently ends a request under way. */
  opened(xhr: unknown, [method, url, isAsync]: readonly unknown[]): void {
    if (typeof xhr !== 'object' || xhr === null) return;
    this.#end(xhr, ABORTED);
    const address = this.#object.address(url);
    this.#requests.set(
      xhr,
      address === undefined
        ? undefined
        : {
            method: upperCase(overheardText(method) ?? plainText(method)),
            address: this.#addresses.resolve(address),
            isSynchronous: isAsync !== undefined && !isAsync,
            headers: new HeaderCollector(),
            exchange: undefined,
            failure: NETWORK_ERROR,
          },
    );
    // Once per object: the browser takes the same listener only once.
    for (let index = 0; index < END_EVENTS.length; index += 1)
      this.#object.listen(xhr, END_EVENTS[index], this.#onEvent, CAPTURE);
  }

  headerSet(xhr: unknown, [name, value]: readonly unknown[]): void {
    this.#requests.get(xhr)?.headers.add(name, value);
  }

  /** `send` is called; it may still refuse. */
  sending(xhr: unknown, body: unknown, initiator: string | undefined): void {
    const request = this.#requests.get(xhr);
    if (request === undefined || request.exchange !== undefined || this.#object.state(xhr) !== OPENED) return;
    request.exchange = this.#begin({ ...this.#facts(xhr, request, body), initiator });
  }

  /** `send` returned: a synchronous request is over. */
  sent(xhr: unknown): void {
    if (this.#requests.get(xhr)?.isSynchronous === true) this.#end(xhr, undefined);
  }

  /** `send` threw: a synchronous request failed. An asynchronous one sent twice throws too, and goes on. */
  notSent(xhr: unknown, error: unknown): void {
    if (this.#requests.get(xhr)?.isSynchronous === true) this.#end(xhr, failureText(error, false));
  }

  stop(): void {
    this.#active = false;
  }

  readonly #onEvent = (event: Event): void => {
    unnoticed(() => {
      const xhr = this.#object.target(event);
      // Perhaps of an earlier request, whose object the page uses again already.
      if (!this.#active || !event.isTrusted || this.#object.state(xhr) !== DONE) return;
      const type = textFrom(this.#object.eventType(event));
      if (type === 'load' || this.#hasAnswer(xhr)) this.#end(xhr, undefined);
      else if (type === 'loadend') this.#over(xhr);
      else if (type !== 'readystatechange') this.#end(xhr, failureOf(type));
    });
  };

  #hasAnswer(xhr: unknown): boolean {
    return this.#object.state(xhr) === DONE && this.#object.status(xhr) !== 0;
  }

  /** It has come to its end, whichever. */
  #over(xhr: unknown): void {
    this.#end(xhr, this.#hasAnswer(xhr) ? undefined : this.#requests.get(xhr)?.failure);
  }

  #facts(xhr: unknown, request: OpenRequest, sent: unknown): Omit<RequestFacts, 'initiator'> {
    const { method, address, headers } = request;
    const hasBody = method !== 'GET' && method !== 'HEAD';
    const body = hasBody ? this.#describeBody(sent, headers.values['content-type'] ?? '') : undefined;
    if (headers.values['content-type'] === undefined) headers.add('content-type', body?.impliedType);
    const credentials = this.#object.withCredentials(xhr) === true ? 'include' : 'same-origin';
    const cookies = this.#addresses.cookies(address, credentials);
    return { method, url: address.url, headers: headers.values, body, credentials, cookies };
  }

  #end(xhr: unknown, failure: string | undefined): void {
    const request = this.#requests.get(xhr);
    const exchange = request?.exchange;
    if (request === undefined || exchange === undefined) return;
    request.exchange = undefined;
    if (failure === undefined) this.#answered(xhr, exchange);
    else exchange.failed(failure);
  }

  #answered(xhr: unknown, exchange: Exchange): void {
    const headers = parseHeaders(textFrom(this.#object.responseHeaders(xhr)));
    const statusText = textFrom(this.#object.statusText(xhr));
    exchange.answered({ status: numberFrom(this.#object.status(xhr)), statusText, headers });
    if (!exchange.wantsBody()) exchange.finished(undefined);
    else
      this.#readResponse(xhr, headers, (body) => {
        exchange.finished(body);
        if (body?.isNotJson === true) exchange.readAsJson("responseType 'json'");
      });
  }
}

function accessors(platform: Platform) {
  const urlText = platform.getter('URL', 'href');
  return {
    state: platform.getter('XMLHttpRequest', 'readyState'),
    status: platform.getter('XMLHttpRequest', 'status'),
    statusText: platform.getter('XMLHttpRequest', 'statusText'),
    withCredentials: platform.getter('XMLHttpRequest', 'withCredentials'),
    responseHeaders: platform.method('XMLHttpRequest', 'getAllResponseHeaders'),
    listen: platform.method('EventTarget', 'addEventListener'),
    target: platform.getter('Event', 'currentTarget'),
    eventType: platform.getter('Event', 'type'),
    /** Undefined where only the page's own code can tell. */
    address: (url: unknown): string | undefined => {
      const isPlain = url === null || (typeof url !== 'object' && typeof url !== 'function');
      if (isPlain) return plainText(url);
      return overheardText(url) ?? (accepts(urlText, url) ? textFrom(urlText(url)) : undefined);
    },
  };
}

function failureOf(eventType: string): string {
  if (eventType === 'abort') return ABORTED;
  return eventType === 'timeout' ? 'timeout' : NETWORK_ERROR;
}
