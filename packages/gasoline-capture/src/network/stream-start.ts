/**
 * Reads the start of a stream, up to a cap, and then lets the stream go.
 *
 * The streams are halves of what the page reads or sends (a clone's body). Chromium tees greedily: once cloned, a body
 * arrives as fast as the network gives it, whether or not the page reads. Who clones must therefore know that the body
 * is small, or that all of it is about to be read anyway.
 */

import { ownData } from '../own-data.ts';
import type { PageWindow } from '../page-window.ts';
import { textFrom } from '../platform.ts';
import type { Platform } from '../platform.ts';
import { apply, bareRecord, BrowserPromise, byteLengthOf, firstBytes, indexOf } from '../primordials.ts';
import { quiet } from '../quiet.ts';

import { binaryText, described, textBody } from './content.ts';
import type { BodyText } from './content.ts';

/** How a reading goes on and ends. */
export interface ReadingCourse {
  /** More of the stream, or its end, is here. */
  arrived(): void;
  finished(body: BodyText): void;
  /** The stream broke off. */
  failed(reason: unknown, body: BodyText): void;
}

/** What is read. */
export interface ReadingOptions {
  readonly maxBytes: number;
  readonly contentType: string;
}

/** A reading that has begun. */
export interface StreamReading {
  /** What has arrived up to now; undefined before the first part. */
  soFar(): BodyText | undefined;
  /** Ends it early, with what there is. */
  stop(): void;
}

/** Begins to read. */
export type ReadStart = (stream: unknown, options: ReadingOptions, course: ReadingCourse) => StreamReading;

/** The reader of one window. */
export function streamStartReader(window: PageWindow, platform: Platform): ReadStart {
  const { then } = BrowserPromise.prototype;
  const readerOf = platform.method('ReadableStream', 'getReader');
  const readNext = platform.method('ReadableStreamDefaultReader', 'read');
  const cancel = platform.method('ReadableStreamDefaultReader', 'cancel');
  const createText = growingText(window);

  return (stream, options, course) => {
    const reader = readerOf(stream);
    const text = createText(options);
    let ended = false;
    const once = (task: () => void): void => {
      if (ended) return;
      ended = true;
      task();
    };
    const stop = (): void => {
      once(() => {
        // Settles only when the page is done with its half.
        void apply(then, cancel(reader), [ignore, ignore]);
        course.finished(text.body('cut'));
      });
    };
    const take = (result: object): void => {
      if (ended) return;
      course.arrived();
      const chunk = ownData(result, 'value');
      if (typeof chunk !== 'object' || chunk === null) {
        once(() => {
          course.finished(text.body('whole'));
        });
      } else if (text.add(chunk) === 'full') stop();
      else step();
    };
    const fail = (reason: unknown): void => {
      once(() => {
        course.failed(reason, text.body('cut'));
      });
    };
    const step = (): void => {
      void apply(then, readNext(reader), [quiet(take), quiet(fail)]);
    };
    step();
    return { soFar: () => (text.isEmpty() ? undefined : text.body('cut')), stop };
  };
}

interface GrowingText {
  isEmpty(): boolean;
  add(chunk: object): 'full' | 'more';
  body(extent: 'whole' | 'cut'): BodyText;
}

function growingText(window: PageWindow): (options: ReadingOptions) => GrowingText {
  const { TextDecoder: Decoder } = window;
  const { decode } = Decoder.prototype;
  const inParts = bareRecord<boolean>();
  inParts['stream'] = true;

  return ({ maxBytes, contentType }) => {
    const decoder = new Decoder();
    let text = '';
    let size = 0;
    return {
      isEmpty: () => size === 0,
      add(chunk) {
        const length = byteLengthOf(chunk);
        const fits = size + length <= maxBytes;
        const part = firstBytes(chunk, maxBytes - size);
        text += textFrom(apply(decode, decoder, [part, inParts]));
        size += length;
        return fits ? 'more' : 'full';
      },
      body(extent) {
        // Without a declared type, or with a wrong one, this is how bytes that are no text show.
        if (indexOf(text, '\u0000') >= 0)
          return described(binaryText(extent === 'whole' ? size : undefined, contentType));
        return { ...textBody(text, maxBytes, contentType), truncated: extent === 'cut' };
      },
    };
  };
}

function ignore(): void {
  // Nobody waits for it.
}
