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
  'POST /api/login': {
    status: 200,
    contentType: 'application/json; charset=utf-8',
    body: {
      user: {
        id: 5,
        name: 'Bob',
        roles: ['admin'],
        manager: null,
      },
      theme: 'dark',
    },
  },
  'GET /api/dashboard': {
    status: 200,
    contentType: 'application/json',
    body: {
      widgets: [
        {
          id: 1,
          title: 'Sales',
        },
        {
          id: 2,
          title: 'Stock',
          hint: 'low',
        },
      ],
    },
  },
};
