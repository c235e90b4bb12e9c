it('reproduction: no such person', () => {
  // Collect errors of the page
  const errors: string[] = [];
  cy.on('uncaught:exception', (error) => {
    errors.push(error.message);
    return false;
  });
  cy.on('window:before:load', (page) => {
    const print = page.console.error;
    page.console.error = (...parts: unknown[]) => {
      errors.push(parts.join(' '));
      print(...parts);
    };
  });

  // Open the page
  cy.visit('http://localhost:4000/#/reset');

  // Fill Current password
  // The path input#old was never tried
  cy.get('input#old')
    .clear()
    .type(Cypress.env('GASOLINE_PASSWORD') ?? '[user-provided]');

  // Fill New password
  // The path input#new was never tried
  cy.get('input#new')
    .clear()
    .type(Cypress.env('GASOLINE_NEW_PASSWORD') ?? '[user-provided]');

  // Fill Repeat it
  // The path input#again was never tried
  cy.get('input#again')
    .clear()
    .type(Cypress.env('GASOLINE_REPEAT_IT') ?? '[user-provided]');

  // [2.7s pause]
  // Open the page
  cy.visit(
    'http://localhost:4000/join/[redacted:jwt:string:92:3eb9e07c45da5754:eyJhbG...R8U:no-expiry]',
  );

  // [3.0s pause]
  // Open the page
  cy.visit('http://localhost:4000/team');

  // Click Remove
  cy.contains('tr, [role="row"]', /^\s*Ann\s*12\s*$/)
    .contains(
      'button, input[type="submit"], input[type="button"], [role="button"]',
      /^\s*Remove\s*$/,
    )
    .click();
  // Error occurred here: no such person

  // Click Mute Bo
  cy.contains('li', 'Bo "B"').find('[aria-label="Mute Bo"]').click();

  // Click a.more
  cy.contains(/^\s*a\+b \(c\)\s*$/)
    .find('a.more')
    .click();

  // Click li.third
  cy.get('li').filter(':contains("Cy")').eq(2).click();

  // Check Notify me
  cy.contains('Notify me').click();

  // Fill input.volume
  cy.get('[data-testid="volume"]')
    .invoke('val', '7')
    .trigger('input')
    .trigger('change');

  // Fill Colour
  // The path input.colour was never tried
  cy.get('input.colour')
    .invoke('val', '#ff0000')
    .trigger('input')
    .trigger('change');

  // User dragged Card to an unknown place

  // Click Add a file
  cy.contains(
    'button, input[type="submit"], input[type="button"], [role="button"]',
    'Add a file',
  ).click();

  // Click Choose
  cy.contains(
    'button, input[type="submit"], input[type="button"], [role="button"]',
    'Choose',
  ).click();

  // Choose files for input#file
  cy.get('#file').selectFile(
    [{ contents: Cypress.Buffer.from('placeholder'), fileName: 'a.txt' }],
    { force: true },
  );

  // Click Help
  // Cypress works in one tab only: the tab that opens here is not followed
  cy.contains('a, [role="link"]', 'Help').click();

  // Click Terms
  // Cypress works in one tab only: the tab that opens here is not followed
  cy.contains('a, [role="link"]', 'Terms').click();

  // Click Accept
  // Cypress works in one tab only: a step in another tab was left out

  // Click Close
  // Cypress works in one tab only: a step in another tab was left out

  // Click About "us"
  cy.contains(/^\s*About "us"\s*$/).click();
  cy.url().should('eq', 'http://localhost:4000/about');

  // [3.2s pause]
  // Go back
  cy.go('back');
  cy.url().should('eq', 'http://localhost:4000/team');

  // [3.0s pause]
  // Reload the page
  cy.reload();

  // Assert: the error does not come back (confidence: high)
  expectError(errors, /no such person/, 'absent');
});

/** Expects that an error has come, or that it does not come within five seconds. */
function expectError(
  errors: string[],
  wanted: RegExp,
  outcome: 'absent' | 'present',
) {
  const isBack = () => errors.some((message) => wanted.test(message));
  if (outcome === 'present') {
    cy.wrap(errors).should(() => expect(isBack()).to.equal(true));
  } else {
    cy.wait(5_000).then(() => expect(isBack()).to.equal(false));
  }
}
