/**
 * The course of requests made by `XMLHttpRequest` objects, each of which may make several, one after the other.
 *
 * What is known of them hangs in a `WeakMap`, not on the objects. Our listeners run in the capture phase, before the
 * page's, and none is for `readystatechange`.
 */

import type { Env } from '../env.ts';
import { plainText } from '../plain-text.ts';
import { numberFrom, textFrom } from '../platform.ts';
import type { Platform } from '../platform.ts';
import { createWeakMap, upperCase } from '../primordials.ts';
import type { SafeWeakMap } from '../primordials.ts';
import { unnoticed } from '../patch.ts';

import { createAddresses } from './address.ts';
import type { Address, Addresses } from './address.ts';
import { ABORTED, failureText } from './exchange.ts';
import type { BeginExchange, Exchange, RequestFacts } from './exchange.ts';
import { HeaderCollector, parseHeaders } from './headers.ts';
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
}

const OPENED = 1;
const DONE = 4;

const END_EVENTS = ['load', 'abort', 'error', 'timeout'];

/** Before the page's own listeners, which could stop the event. */
const CAPTURE = true;

/** The requests of one window. */
export class XhrRequests {
  readonly #requests: SafeWeakMap<OpenRequest> = createWeakMap();
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

  /** `open` is called. A page that does so before `load` was fired takes the response away. */
  opening(xhr: unknown): void {
    if (this.#object.state(xhr) === DONE) this.#end(xhr, undefined);
  }

  /** `abort` is called. Of a response that is here the page takes leave by it, and no event tells. */
  aborting(xhr: unknown): void {
    if (this.#object.state(xhr) === DONE && this.#object.status(xhr) !== 0) this.#end(xhr, undefined);
  }

  /** `open` succeeded; it silently ends a request under way. */
  opened(xhr: unknown, [method, url, isAsync]: readonly unknown[]): void {
    if (typeof xhr !== 'object' || xhr === null) return;
    this.#end(xhr, ABORTED);
    this.#requests.set(xhr, {
      method: upperCase(plainText(method)),
      address: this.#addresses.resolve(this.#object.address(url)),
      isSynchronous: isAsync !== undefined && !isAsync,
      headers: new HeaderCollector(),
      exchange: undefined,
    });
  }

  headerSet(xhr: unknown, [name, value]: readonly unknown[]): void {
    this.#requests.get(xhr)?.headers.add(name, value);
  }

  /** `send` is called; it may still refuse. */
  sending(xhr: unknown, body: unknown): void {
    const request = this.#requests.get(xhr);
    if (request === undefined || request.exchange !== undefined || this.#object.state(xhr) !== OPENED) return;
    request.exchange = this.#begin(this.#facts(xhr, request, body));
    // Once per object: the browser takes the same listener only once.
    for (let index = 0; index < END_EVENTS.length; index += 1)
      this.#object.listen(xhr, END_EVENTS[index], this.#onEnd, CAPTURE);
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

  readonly #onEnd = (event: Event): void => {
    unnoticed(() => {
      if (!this.#active || !event.isTrusted) return;
      this.#end(this.#object.target(event), failureOf(textFrom(this.#object.eventType(event))));
    });
  };

  #facts(xhr: unknown, request: OpenRequest, sent: unknown): RequestFacts {
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
    address: (url: unknown): string =>
      typeof url === 'object' && url !== null ? textFrom(urlText(url)) : plainText(url),
  };
}

function failureOf(eventType: string): string | undefined {
  if (eventType === 'load') return undefined;
  if (eventType === 'abort') return ABORTED;
  return eventType === 'timeout' ? 'timeout' : 'network error';
}
