/**
 * What a call of `fetch` asks for, read from its arguments without running page code: options behind accessors are
 * not known, and of objects that are converted to text by their own methods only what `overheard.ts` hears.
 */

import type { CredentialsMode } from 'gasoline-wire';

import type { Env } from '../env.ts';
import { plainText } from '../plain-text.ts';
import { accepts, textFrom } from '../platform.ts';
import type { Platform } from '../platform.ts';
import { getOwnPropertyDescriptor, getPrototypeOf, upperCase } from '../primordials.ts';

import { createAddresses } from './address.ts';
import type { RequestFacts } from './exchange.ts';
import { headerReader } from './headers.ts';
import type { HeaderCollector } from './headers.ts';
import { bodyDescriber } from './request-body.ts';
import type { RequestBody } from './sent-body.ts';
import { clonedBodyReader } from './request-clone.ts';

/** A request about to be made. */
export interface FetchRequest {
  readonly facts: RequestFacts;
  /** Whether its signal says that it was called off. */
  wasAborted(): boolean;
}

/** Reads the arguments of `fetch`. */
export interface FetchRequestReader {
  /** Where a request goes; undefined where only the page's own code can tell. */
  address(input: unknown): string | undefined;
  request(input: unknown, init: unknown, address: string, initiator: string | undefined): FetchRequest;
}

/** Classes are a few levels deep; a longer chain is no options object. */
const MAX_PROTOTYPES = 8;

/** The reader of one window. Must be made before the instruments replace anything. */
export function fetchRequestReader(env: Env, platform: Platform): FetchRequestReader {
  const addresses = createAddresses(env, platform);
  const readHeaders = headerReader(platform);
  const describeBody = bodyDescriber(env.window, platform);
  const readClonedBody = clonedBodyReader(env.window, platform);
  const requestUrl = platform.getter('Request', 'url');
  const requestOption = {
    method: platform.getter('Request', 'method'),
    headers: platform.getter('Request', 'headers'),
    credentials: platform.getter('Request', 'credentials'),
    signal: platform.getter('Request', 'signal'),
  };
  const urlText = platform.getter('URL', 'href');
  const aborted = platform.getter('AbortSignal', 'aborted');

  const bodyOf = (
    input: unknown,
    init: unknown,
    isRequest: boolean,
    headers: HeaderCollector,
  ): RequestBody | undefined => {
    const contentType = headers.values['content-type'] ?? '';
    const given = option(init, 'body');
    if (given !== undefined && given !== null) return describeBody(given, contentType);
    return isRequest ? readClonedBody(input, contentType) : undefined;
  };
  const request: FetchRequestReader['request'] = (input, init, text, initiator) => {
    const isRequest = typeof input === 'object' && accepts(requestUrl, input);
    const read = (name: keyof typeof requestOption): unknown =>
      option(init, name) ?? (isRequest ? requestOption[name](input) : undefined);
    const headers = readHeaders(read('headers'));
    const body = bodyOf(input, init, isRequest, headers);
    if (headers.values['content-type'] === undefined) headers.add('content-type', body?.impliedType);
    const address = addresses.resolve(text);
    const credentials = credentialsMode(read('credentials'));
    const signal = read('signal');
    return {
      facts: {
        method: upperCase(textFrom(read('method'))) || 'GET',
        url: address.url,
        headers: headers.values,
        body,
        credentials,
        cookies: addresses.cookies(address, credentials),
        initiator,
      },
      wasAborted: () => accepts(aborted, signal) && aborted(signal) === true,
    };
  };
  return {
    address(input) {
      if (typeof input === 'symbol' || typeof input === 'function') return undefined;
      if (typeof input !== 'object' || input === null) return plainText(input);
      if (accepts(requestUrl, input)) return textFrom(requestUrl(input));
      return accepts(urlText, input) ? textFrom(urlText(input)) : undefined;
    },
    request,
  };
}

/** A member of an options object, its own or inherited; accessors are not called. */
function option(options: unknown, name: string): unknown {
  if ((typeof options !== 'object' && typeof options !== 'function') || options === null) return undefined;
  let owner: object | null = options;
  for (let depth = 0; owner !== null && depth < MAX_PROTOTYPES; depth += 1) {
    const descriptor: PropertyDescriptor | undefined = getOwnPropertyDescriptor(owner, name);
    if (descriptor !== undefined) return descriptor.value;
    owner = getPrototypeOf(owner);
  }
  return undefined;
}

function credentialsMode(value: unknown): CredentialsMode {
  return value === 'omit' || value === 'include' ? value : 'same-origin';
}
