// Answers of the captured session by endpoint, each in its turn; the last one stays. Secrets are replaced.
export const fixtures = {
  'GET /api/products?page=1': [
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
    {
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
    },
  ],
  'GET /api/status': [
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
    {
      status: 200,
      contentType: 'application/json',
      body: {
        ok: true,
      },
    },
  ],
  'GET /api/search?q=shirt': [
    {
      status: 200,
      contentType: 'application/json',
      body: [],
    },
  ],
  'POST /api/cart/items': [
    {
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
  ],
  'GET /api/cart/items/0b5c1f7e-1d2c-4a7b-9f3e-1234567890ab': [
    {
      status: 200,
      contentType: 'application/json',
      body: {
        quantity: 1,
      },
    },
    {
      status: 200,
      contentType: 'application/json',
      body: {
        quantity: 1,
      },
    },
  ],
  'PATCH /api/cart': [
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
};
