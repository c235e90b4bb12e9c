// Answers of the captured session. The last answer of an endpoint stays; earlier
// ones come first, each in its turn. Secrets are replaced.
export interface Answer {
  status: number;
  contentType: string;
  body: unknown;
}

export const fixtures: Record<string, Answer & { earlier?: Answer[] }> = {
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
