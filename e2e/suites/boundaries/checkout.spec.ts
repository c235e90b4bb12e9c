/** Tests that pass, fail and fail only once, at the same time. */

import { expect, test } from 'gasoline-playwright';

const PAGE = 'data:text/html,<title>Shop</title><input aria-label="Card">';

for (const customer of ['first', 'second']) {
  test(`${customer} customer pays`, async ({ page, gasoline }) => {
    await page.goto(PAGE);
    for (let step = 0; step < 20; step += 1) {
      await page.evaluate(`console.log('${customer} ' + ${step})`);
    }
    const { logs } = await gasoline.getSnapshot();
    const said = logs.map((entry) => entry['message']);
    expect(said).toEqual(Array.from({ length: 20 }, (_, step) => `${customer} ${step}`));
  });
}

test('payment is refused', async ({ page }) => {
  await page.goto(PAGE);
  await page.evaluate('setTimeout(() => { throw new Error("card refused") })');
  await page.evaluate('console.error("the last words")');
  await page.getByLabel('Card').fill('expired');
  expect(1).toBe(2);
});

test('is slow to start', async ({ page }, { retry }) => {
  await page.goto(PAGE);
  await page.evaluate(`console.log('attempt ${retry}')`);
  expect(retry).toBe(1);
});

test('is known to be broken', async ({ page }) => {
  test.fail();
  await page.goto(PAGE);
  expect(1).toBe(2);
});

test('clears only what is its own', async ({ page, gasoline }) => {
  await page.goto(PAGE);
  await page.getByLabel('Card').fill('before');
  await page.evaluate('console.log("before")');
  await gasoline.clear();
  await page.evaluate('console.log("after")');
  await page.getByLabel('Card').fill('after');
  const { logs, enhanced_actions: actions } = await gasoline.getSnapshot();
  expect(logs.map((entry) => entry['message'])).toEqual(['after']);
  expect(actions.map((entry) => entry['value'])).toEqual(['after']);
});
