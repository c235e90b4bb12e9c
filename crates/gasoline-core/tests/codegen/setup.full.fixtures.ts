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
  'GET /api/rows?page=1': {
    status: 200,
    contentType: 'application/json',
    body: [
      {
        id: 1,
        name: 'Row A0',
        price: 0,
        createdAt: '2026-01-02T10:00:00Z',
      },
      {
        id: 2,
        name: 'Row B1',
        price: 1,
        createdAt: '2026-01-02T10:00:00Z',
      },
      {
        id: 3,
        name: 'Row C2',
        price: 2,
        createdAt: '2026-01-02T10:00:00Z',
      },
      {
        id: 4,
        name: 'Row D3',
        price: 3,
        createdAt: '2026-01-02T10:00:00Z',
      },
      {
        id: 5,
        name: 'Row E4',
        price: 4,
        createdAt: '2026-01-02T10:00:00Z',
      },
      {
        id: 6,
        name: 'Row F5',
        price: 5,
        createdAt: '2026-01-02T10:00:00Z',
      },
      {
        id: 7,
        name: 'Row G6',
        price: 6,
        createdAt: '2026-01-02T10:00:00Z',
      },
      {
        id: 8,
        name: 'Row H7',
        price: 7,
        createdAt: '2026-01-02T10:00:00Z',
      },
      {
        id: 9,
        name: 'Row I8',
        price: 8,
        createdAt: '2026-01-02T10:00:00Z',
      },
      {
        id: 10,
        name: 'Row J9',
        price: 9,
        createdAt: '2026-01-02T10:00:00Z',
      },
      {
        id: 11,
        name: 'Row K10',
        price: 10,
        createdAt: '2026-01-02T10:00:00Z',
      },
      {
        id: 12,
        name: 'Row L11',
        price: 11,
        createdAt: '2026-01-02T10:00:00Z',
      },
      {
        id: 13,
        name: 'Row M12',
        price: 12,
        createdAt: '2026-01-02T10:00:00Z',
      },
      {
        id: 14,
        name: 'Row N13',
        price: 13,
        createdAt: '2026-01-02T10:00:00Z',
      },
      {
        id: 15,
        name: 'Row O14',
        price: 14,
        createdAt: '2026-01-02T10:00:00Z',
      },
      {
        id: 16,
        name: 'Row P15',
        price: 15,
        createdAt: '2026-01-02T10:00:00Z',
      },
      {
        id: 17,
        name: 'Row Q16',
        price: 16,
        createdAt: '2026-01-02T10:00:00Z',
      },
      {
        id: 18,
        name: 'Row R17',
        price: 17,
        createdAt: '2026-01-02T10:00:00Z',
      },
      {
        id: 19,
        name: 'Row S18',
        price: 18,
        createdAt: '2026-01-02T10:00:00Z',
      },
      {
        id: 20,
        name: 'Row T19',
        price: 19,
        createdAt: '2026-01-02T10:00:00Z',
      },
      {
        id: 21,
        name: 'Row U20',
        price: 20,
        createdAt: '2026-01-02T10:00:00Z',
      },
      {
        id: 22,
        name: 'Row V21',
        price: 21,
        createdAt: '2026-01-02T10:00:00Z',
      },
      {
        id: 23,
        name: 'Row W22',
        price: 22,
        createdAt: '2026-01-02T10:00:00Z',
      },
      {
        id: 24,
        name: 'Row X23',
        price: 23,
        createdAt: '2026-01-02T10:00:00Z',
      },
      {
        id: 25,
        name: 'Row Y24',
        price: 24,
        createdAt: '2026-01-02T10:00:00Z',
      },
      {
        id: 26,
        name: 'Row Z25',
        price: 25,
        createdAt: '2026-01-02T10:00:00Z',
      },
      {
        id: 27,
        name: 'Row A26',
        price: 26,
        createdAt: '2026-01-02T10:00:00Z',
      },
      {
        id: 28,
        name: 'Row B27',
        price: 27,
        createdAt: '2026-01-02T10:00:00Z',
      },
      {
        id: 29,
        name: 'Row C28',
        price: 28,
        createdAt: '2026-01-02T10:00:00Z',
      },
      {
        id: 30,
        name: 'Row D29',
        price: 29,
        createdAt: '2026-01-02T10:00:00Z',
      },
      {
        id: 31,
        name: 'Row E30',
        price: 30,
        createdAt: '2026-01-02T10:00:00Z',
      },
      {
        id: 32,
        name: 'Row F31',
        price: 31,
        createdAt: '2026-01-02T10:00:00Z',
      },
      {
        id: 33,
        name: 'Row G32',
        price: 32,
        createdAt: '2026-01-02T10:00:00Z',
      },
      {
        id: 34,
        name: 'Row H33',
        price: 33,
        createdAt: '2026-01-02T10:00:00Z',
      },
      {
        id: 35,
        name: 'Row I34',
        price: 34,
        createdAt: '2026-01-02T10:00:00Z',
      },
      {
        id: 36,
        name: 'Row J35',
        price: 35,
        createdAt: '2026-01-02T10:00:00Z',
      },
      {
        id: 37,
        name: 'Row K36',
        price: 36,
        createdAt: '2026-01-02T10:00:00Z',
      },
      {
        id: 38,
        name: 'Row L37',
        price: 37,
        createdAt: '2026-01-02T10:00:00Z',
      },
      {
        id: 39,
        name: 'Row M38',
        price: 38,
        createdAt: '2026-01-02T10:00:00Z',
      },
      {
        id: 40,
        name: 'Row N39',
        price: 39,
        createdAt: '2026-01-02T10:00:00Z',
      },
    ],
  },
  'GET /api/teams': {
    status: 200,
    contentType: 'application/json',
    body: {
      total: 4,
      teams: [
        {
          id: 1,
          label: 'Team 0',
        },
        {
          id: 2,
          label: 'Team 1',
        },
        {
          id: 3,
          label: 'Team 2',
        },
        {
          id: 4,
          label: 'Team 3',
        },
      ],
    },
  },
  'POST /api/rows': {
    status: 201,
    contentType: 'application/json',
    body: {
      id: 99,
    },
  },
  'GET /api/rows/13': {
    status: 200,
    contentType: 'application/json',
    body: {
      id: 13,
    },
  },
};
