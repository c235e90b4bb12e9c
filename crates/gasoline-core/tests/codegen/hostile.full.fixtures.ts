// Answers of the captured session. The last answer of an endpoint stays; earlier
// ones come first, each in its turn. Secrets are replaced.
export interface Answer {
  status: number;
  contentType: string;
  /** A text is sent as it stands, anything else as JSON. */
  body: unknown;
}

export interface Fixture extends Answer {
  earlier?: Answer[];
  /** Parameters of the query that carried secrets. */
  secrets?: string[];
}

export const fixtures: Record<string, Fixture> = {
  "GET /api/it's/`${x}`": {
    status: 200,
    contentType: 'application/json',
    body: {
      'a-b': 1,
      "it's": 'x',
      é: true,
      ['__proto__']: 2,
      $ok: [],
    },
  },
};
