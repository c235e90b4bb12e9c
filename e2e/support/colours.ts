/** Colours of a picture, read by any browser that is at hand. */

/** Places in a picture by name. */
export type Places = Readonly<Record<string, readonly [number, number]>>;

/** What a picture shows. */
export interface Colours {
  readonly size: readonly [number, number];
  readonly colours: Readonly<Record<string, string>>;
}

/** Runs in a page or a worker: the size of a picture, and its colours at these places as `#rrggbb`. */
export async function coloursOf([source, places]: readonly [string, Places]): Promise<Colours> {
  // Not by `fetch`: the policy of a page may forbid it.
  const bytes = Uint8Array.from(atob(source.slice(source.indexOf(',') + 1)), (letter) =>
    letter.charCodeAt(0),
  );
  const image = await createImageBitmap(new Blob([bytes]));
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
  context?.drawImage(image, 0, 0);
  const at = ([x, y]: readonly [number, number]): string =>
    `#${[...(context?.getImageData(x, y, 1, 1).data ?? [])]
      .slice(0, 3)
      .map((part) => part.toString(16).padStart(2, '0'))
      .join('')}`;
  const colours = Object.fromEntries(Object.entries(places).map(([name, place]) => [name, at(place)]));
  return { size: [image.width, image.height], colours };
}
