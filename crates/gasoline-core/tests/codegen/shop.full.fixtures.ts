// Answers of the captured session: the last of each endpoint, secrets replaced.
export const fixtures = {
  'GET /api/products': {
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
  'GET /api/search': {
    status: 200,
    contentType: 'application/json',
    body: [],
  },
  'GET /api/status': {
    status: 200,
    contentType: 'application/json',
    body: {
      ok: true,
    },
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
  'PATCH /api/cart': {
    status: 200,
    contentType: 'application/json',
    body: {
      ok: true,
    },
  },
  'GET /api/cart/items/*': {
    status: 200,
    contentType: 'application/json',
    body: {
      quantity: 1,
    },
  },
};
