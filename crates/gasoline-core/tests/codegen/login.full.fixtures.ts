// Answers of the captured session. The last answer of an endpoint stays; earlier
// ones come first, each in its turn. Secrets are replaced.
export interface Answer {
  status: number;
  contentType: string;
  body: unknown;
}

export const fixtures: Record<string, Answer & { earlier?: Answer[] }> = {
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
