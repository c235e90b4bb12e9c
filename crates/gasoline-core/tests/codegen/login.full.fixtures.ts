// Answers of the captured session by endpoint, each in its turn; the last one stays. Secrets are replaced.
export const fixtures = {
  'POST /api/login': [
    {
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
  ],
  'GET /api/dashboard': [
    {
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
  ],
};
