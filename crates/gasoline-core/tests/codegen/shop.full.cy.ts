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
  cy.get('[data-testid="product-7"]')
    .contains(
      'button, input[type="submit"], input[type="button"], [role="button"]',
      'Add to cart',
    )
    .click();
  cy.screenshot('step-3');

  // [3.0s pause]
  // Click Cart
  cy.contains('a, [role="link"]', /^\s*Cart\s*$/).click();
  cy.url().should('match', /^\w+:\/\/[^/]+\/shop\/cart\/[^/?#]+(?:[?#]|$)/);
  cy.get('[data-testid="total"]').first().should('be.visible');
  cy.get('h1:visible').should('exist');
  cy.screenshot('step-4');

  // Press Enter
  // The path input#voucher was never tried
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
