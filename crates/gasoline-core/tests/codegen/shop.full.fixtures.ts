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
  'GET /api/products?page=1': {
    status: 200,
    contentType: 'application/json',
    body: [
      {
        id: 7,
        name: 'Blue shirt',
        price: 25.5,
        tags: ['new'],
      },
    ],
    earlier: [
      {
        status: 200,
        contentType: 'application/json',
        body: [
          {
            id: 7,
            name: 'Blue shirt',
            price: 25.5,
            tags: ['new', 'sale'],
          },
          {
            id: 8,
            name: 'Hat',
            price: 9,
            tags: [],
            stock: null,
          },
        ],
      },
    ],
  },
  'GET /api/status': {
    status: 200,
    contentType: 'application/json',
    body: {
      ok: true,
    },
    earlier: [
      {
        status: 200,
        contentType: 'application/json',
        body: {
          ok: true,
        },
      },
      {
        status: 200,
        contentType: 'application/json',
        body: {
          ok: true,
        },
      },
      {
        status: 200,
        contentType: 'application/json',
        body: {
          ok: true,
        },
      },
    ],
  },
  'GET /api/search?q=shirt': {
    status: 200,
    contentType: 'application/json',
    body: [],
  },
  'POST /api/cart/items': {
    status: 201,
    contentType: 'application/json',
    body: {
      item: {
        id: '0b5c1f7e-1d2c-4a7b-9f3e-1234567890ab',
        quantity: 1,
      },
      byId: {
        '7781': {
          n: 1,
        },
      },
      total: 25.5,
    },
  },
  'GET /api/cart/items/0b5c1f7e-1d2c-4a7b-9f3e-1234567890ab': {
    status: 200,
    contentType: 'application/json',
    body: {
      quantity: 1,
    },
    earlier: [
      {
        status: 200,
        contentType: 'application/json',
        body: {
          quantity: 1,
        },
      },
    ],
  },
  'PATCH /api/cart': {
    status: 200,
    contentType: 'application/json',
    body: {
      ok: true,
    },
    earlier: [
      {
        status: 200,
        contentType: 'application/json',
        body: {
          ok: true,
        },
      },
    ],
  },
};
