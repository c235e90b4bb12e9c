it('reproduction: Click div', () => {
  // Open the page
  cy.visit('http://localhost:4000/app');

  // Double-click 12
  // The path td.cell was never tried
  cy.get('td.cell').dblclick();

  // Right-click Ann Example
  cy.contains(/^\s*Ann Example\s*$/).rightclick();

  // Check I agree
  // The path input#terms was never tried
  cy.get('input#terms').check();

  // Uncheck input#news
  cy.get('#news').uncheck();

  // Choose in Size
  // The path select#size was never tried
  cy.get('select#size').select('m');

  // Choose in Colours
  // The path select#colors was never tried
  cy.get('select#colors').select(['red', 'blue']);

  // Click Choose file
  cy.contains(
    'button, input[type="submit"], input[type="button"], [role="button"]',
    'Choose file',
  ).click();

  // [4.0s pause]
  // Choose files for Attachment
  // The path input#file was never tried
  cy.get('input#file').selectFile(
    [
      { contents: Cypress.Buffer.from('placeholder'), fileName: 'invoice.pdf' },
      { contents: Cypress.Buffer.from('placeholder'), fileName: 'scan.png' },
    ],
    { force: true },
  );

  // Fill Notes
  // The path div.editor was never tried
  cy.get('div.editor')
    .clear()
    .type('First line\nsecond line, longer than the line of code can take it');

  // Drag Write report
  // Cypress cannot do this by itself: the step was left out

  // User scrolled to y=320

  // Click Pay
  cy.get('[title*="Payment" i]')
    .its('0.contentDocument.body')
    .should('not.be.empty')
    .then(cy.wrap)
    .find('iframe[name="inner"]')
    .its('0.contentDocument.body')
    .should('not.be.empty')
    .then(cy.wrap)
    .contains(
      'button, input[type="submit"], input[type="button"], [role="button"]',
      'Pay',
    )
    .click();

  // Click button.deep
  cy.get('my-card button', { includeShadowDom: true }).click();

  // Click Delete everything that is in this very long list of things
  // Cypress answers dialogs by itself: how the user did was left out
  // Cypress answers dialogs by itself: how the user did was left out
  cy.contains(
    'button, input[type="submit"], input[type="button"], [role="button"]',
    /^\s*Delete everything that is in this very long list of things\s*$/,
  ).click();

  // Click Help
  // Cypress works in one tab only: the tab that opens here is not followed
  cy.contains('a, [role="link"]', 'Help').click();

  // Click button.topic
  // Cypress works in one tab only: a step in another tab was left out

  // Open the page
  // Cypress works in one tab only: a step in another tab was left out

  // Reload the page
  cy.reload();

  // Click Orders
  cy.contains('a, [role="link"]', 'Orders').click();
  cy.url().should('eq', 'http://localhost:4000/orders/');

  // [3.1s pause]
  // Go back
  cy.go('back');
  cy.url().should('eq', 'http://localhost:4000/app');

  // Press Tab
  cy.press('Tab');

  // Fill Card number
  // The path input#card was never tried
  cy.get('input#card')
    .clear()
    .type(Cypress.env('GASOLINE_CARD_NUMBER') ?? '[user-provided]');

  // Submit f
  cy.get('#f').submit();

  // [3.0s pause]
  // Submit g
  cy.get('#g').submit();

  // Click div
  cy.get('div').click();

  // User did a click on an unknown element
});
