/** What an element whose `error` event fired was to load. */

import type { ResourceKind } from 'gasoline-wire';

import type { Env } from './env.ts';
import { platformOf, textFrom } from './platform.ts';
import type { ReadProperty } from './platform.ts';

/** An element that could not load something. */
export interface FailedElement {
  readonly url: string;
  readonly kind: ResourceKind;
  /** A script without an address: something it imports failed, and the address is that of the document. */
  readonly isInline: boolean;
}

interface Loader {
  readonly kind: ResourceKind;
  readonly addressOf: ReadProperty;
}

/** Reads the target of an `error` event; undefined where it is the window, or loads nothing. */
export function failedElementReader({
  window,
  dom,
}: Env): (target: EventTarget | null) => FailedElement | undefined {
  const { getter } = platformOf(window);
  const source = (className: string, kind: ResourceKind): Loader => ({
    kind,
    addressOf: getter(className, 'src'),
  });
  const loaders: Readonly<Record<string, Loader | undefined>> = {
    script: source('HTMLScriptElement', 'script'),
    link: { kind: 'stylesheet', addressOf: getter('HTMLLinkElement', 'href') },
    img: { kind: 'image', addressOf: getter('HTMLImageElement', 'currentSrc') },
    input: source('HTMLInputElement', 'image'),
    video: { kind: 'media', addressOf: getter('HTMLMediaElement', 'currentSrc') },
    audio: { kind: 'media', addressOf: getter('HTMLMediaElement', 'currentSrc') },
    source: source('HTMLSourceElement', 'media'),
    track: source('HTMLTrackElement', 'media'),
    embed: source('HTMLEmbedElement', 'other'),
  };
  const imageSource = getter('HTMLImageElement', 'src');
  return (target) => {
    if (!dom.isElement(target)) return undefined;
    const name = dom.localName(target);
    const loader = loaders[name];
    if (loader === undefined) return undefined;
    const url = textFrom(loader.addressOf(target)) || (name === 'img' ? textFrom(imageSource(target)) : '');
    if (url !== '') return { url, kind: kindOf(name, loader.kind, target), isInline: false };
    return name === 'script' ? { url: window.location.href, kind: 'script', isInline: true } : undefined;
  };
  function kindOf(name: string, kind: ResourceKind, element: Element): ResourceKind {
    const isStylesheet = name !== 'link' || dom.attribute(element, 'rel') === 'stylesheet';
    return isStylesheet ? kind : 'other';
  }
}
