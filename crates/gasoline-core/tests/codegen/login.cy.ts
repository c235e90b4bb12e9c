it("reproduction: Cannot read properties of undefined (reading 'user')", () => {
  // Open the page
  cy.visit('http://localhost:3000/login');
  cy.contains('h1:visible', 'Welcome back').should('be.visible');

  // [2.5s pause]
  // Fill Email address
  cy.get('[data-testid="email-input"]').clear().type('ann@example.com');

  // Fill Password
  cy.get('#password')
    .clear()
    .type(Cypress.env('GASOLINE_PASSWORD') ?? '[user-provided]');

  // Click Log in
  cy.contains(
    'button, input[type="submit"], input[type="button"], [role="button"]',
    'Log in',
  ).click();
  cy.url().should('eq', 'http://localhost:3000/dashboard');
  cy.contains('h1:visible', 'Dashboard').should('be.visible');
  cy.contains('h2:visible', 'orders waiting').should('be.visible');
  cy.get('[data-testid="logout"]').first().should('contain.text', 'Log out');
  // Error occurred here: Cannot read properties of undefined (reading 'user')
});
