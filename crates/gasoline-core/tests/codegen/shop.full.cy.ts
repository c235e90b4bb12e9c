it('reproduction: Click Cart', () => {
  // Open the page
  cy.visit('http://localhost:4000/shop');
  cy.contains('h2:visible', 'All products').should('be.visible');
  cy.get('[data-testid="checkout-hint"]')
    .first()
    .should('contain.text', 'Free shipping');
  cy.get('[data-testid="cart-count"]').first().should('be.visible');
  cy.screenshot('step-1');

  // [2.1s pause]
  // Fill Search
  cy.get('[placeholder="Search"]').clear().type('shirt');
  cy.url().should(
    'match',
    /^\w+:\/\/[^/]+\/shop\?(?=(?:[^#]*&)?q=shirt(?:[&#]|$))/,
  );
  cy.screenshot('step-2');

  // Click Add to cart
  cy.get('li:nth-child(1) > button').click();
  cy.screenshot('step-3');

  // [3.0s pause]
  // Click Cart
  cy.contains('a, [role="link"]', 'Cart').click();
  cy.url().should('match', /^\w+:\/\/[^/]+\/shop\/cart\/[^/?#]+(?:[?#]|$)/);
  cy.get('[data-testid="total"]').first().should('be.visible');
  cy.get('h1:visible').should('exist');
  cy.screenshot('step-4');

  // Press Enter
  cy.get('input#voucher').type('{enter}');
  cy.screenshot('step-5');

  // [5.0s pause]
  // Open the page
  cy.visit('http://localhost:4000/shop?utm=1');
  cy.screenshot('step-6');

  // Press Escape
  cy.get('body').type('{esc}');
  cy.screenshot('step-7');
});
