/** Primitive values as the browser converts them to text. */

/** The text of a primitive; nothing for what the page's own code would have to convert. */
export function plainText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'boolean':
    case 'bigint':
    case 'undefined':
      return `${value}`;
    default:
      return value === null ? 'null' : '';
  }
}
