it('reproduction: Meta+Right-click Row', () => {
  // Open the page
  cy.visit('http://localhost:4000/mail');
  cy.contains('h1:visible', 'Inbox').should('be.visible');
  cy.get('[data-cy="unread"]').first().should('be.visible');
  cy.get('[data-testid="quota"]').first().should('be.visible');

  // Control+Click Invoice
  // Cypress works in one tab only: the tab that opens here is not followed
  cy.contains('a, [role="link"]', 'Invoice').click({ ctrlKey: true });

  // Middle-click Terms
  // Cypress works in one tab only: the tab that opens here is not followed
  // Cypress cannot do this by itself: the step was left out

  // Click Print
  // Cypress works in one tab only: a step in another tab was left out

  // Alt+Shift+Click Tue 3
  cy.contains('tr, [role="row"]', /Week\s*9/)
    .find('td:nth-of-type(2):nth-last-of-type(1)')
    .click({ altKey: true, shiftKey: true });

  // Click Archive
  cy.get('[data-cy="archive"]').click();

  // Shift+Double-click Row
  cy.contains('Row').dblclick({ shiftKey: true });

  // Meta+Right-click Row
  cy.contains('Row').rightclick({ metaKey: true });

  // Press Shift+Tab
  // Cypress cannot do this by itself: the step was left out

  // Choose in Country
  // The path #country was never tried
  cy.get('#country').select('Korea, Republic of');

  // Choose in Days
  // The path #days was never tried
  cy.get('#days').select(['Mon, early', 'Wed']);

  // Choose in Days
  // The path #days was never tried
  cy.get('#days').select([]);

  // Choose in Labels
  // The path #labels was never tried
  cy.get('#labels').select(['red', 'blue']);

  // Fill Message
  // The path #body was never tried
  cy.get('#body').clear().type('Dear all, this is only the beginning of');

  // Press Control+Enter
  // The path #body was never tried
  cy.get('#body').type('{ctrl}{enter}');

  // Press Meta+Escape
  cy.get('body').type('{meta}{esc}');
});
