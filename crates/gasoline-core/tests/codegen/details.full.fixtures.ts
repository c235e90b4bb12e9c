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
  'GET /api/team?sort=name': {
    status: 200,
    contentType: 'application/json',
    body: {
      people: 2,
    },
    secrets: ['access_token'],
  },
  'GET /api/greeting': {
    status: 200,
    contentType: 'application/json',
    body: '"hello"',
  },
  'GET /api/a/items': {
    status: 200,
    contentType: 'application/json',
    body: {
      n: 1,
    },
  },
  'POST /api/items2': {
    status: 200,
    contentType: 'application/json',
    body: {
      n: 1,
    },
  },
  'POST /api/b/items': {
    status: 200,
    contentType: 'application/json',
    body: {
      n: 1,
    },
  },
};
