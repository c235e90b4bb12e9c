//! Passages that generated files have in common, as they stand there.

/// Waits are by method and path, as the page asked: it sees neither a redirect nor where it leads.
pub(super) const ANSWER_TO: &str = r"/** Finds the answer to a request by method and path, the last of `count`. */
function answerTo(method: string, path: string, count = 1) {
  let seen = 0;
  return (response: Response) => {
    if (isRedirect(response)) return false;
    const request = asked(response.request());
    const isWanted =
      request.method() === method && isAt(path, new URL(request.url()));
    return isWanted && ++seen === count;
  };
}

/** Whether the browser goes on to another address by itself. */
function isRedirect(response: Response) {
  const status = response.status();
  return status > 300 && status < 400 && 'location' in response.headers();
}

/** The request that the page made, whatever it was redirected to. */
function asked(request: Request): Request {
  const before = request.redirectedFrom();
  return before === null ? request : asked(before);
}
";

/// Pages that have asked for something may be about to put other things in the place of what they show, even between
/// the two halves of a click. The browser's own list also has what was answered before anybody waited.
pub(super) const HAS_FETCHED: &str = r"/** Waits until the page has what it asked for, and goes on to show it. */
async function hasFetched(page: Page, address: RegExp) {
  const isFetched = (frame: Frame) =>
    frame.evaluate((wanted) => {
      const fetched = performance.getEntriesByType('resource');
      const isFull = fetched.length >= 250;
      return isFull || fetched.some(({ name }) => wanted.test(name));
    }, address);
  await expect
    .poll(
      async () => {
        const answers = page.frames().map(isFetched);
        const outcomes = await Promise.allSettled(answers);
        return outcomes.some((it) => it.status === 'fulfilled' && it.value);
      },
      { message: `${address} to be fetched`, timeout: 30_000 },
    )
    .toBe(true);
}
";

/// Handlers that wait for something fail a moment after the operation.
pub(super) const COMES_BACK: &str = r"/** Whether an error has come, or comes within five seconds. */
async function comesBack(errors: string[], wanted: RegExp) {
  const isBack = () => errors.some((message) => wanted.test(message));
  await expect
    .poll(isBack, { timeout: 5_000 })
    .toBe(true)
    .catch(() => {});
  return isBack();
}
";

/// Handlers that wait for something fail a moment after the operation, and a runner whose script has ended closes the page.
/// Follows `page`, whatever its name.
pub(super) const ERROR_THROWN: &str = r"
    .waitForEvent('pageerror', { timeout: 5_000 })
    .catch(() => {});
";

/// The same for errors that were caught and logged; what browsers print of failed requests comes before.
pub(super) const ERROR_LOGGED: &str = r"
    .waitForEvent('console', {
      predicate: (message) =>
        message.type() === 'error' &&
        !message.text().startsWith('Failed to load resource'),
      timeout: 5_000,
    })
    .catch(() => {});
";

/// A path's `*` stands for any one segment.
pub(super) const IS_AT: &str = r"/** Whether an address has this path, in which `*` is any one segment. */
function isAt(path: string, url: URL) {
  const wanted = path.split('/');
  const actual = url.pathname.split('/');
  return (
    actual.length === wanted.length &&
    wanted.every((part, index) => part === '*' || part === actual[index])
  );
}
";

/// Listens before anything is opened. Failed requests are the network assertions' part.
pub(super) const LISTEN: &str = r"  // Collect errors of the page
  const consoleErrors: string[] = [];
  page.on('pageerror', (error) => consoleErrors.push(error.message));
  page.on('console', (message) => {
    if (
      message.type() === 'error' &&
      !message.text().startsWith('Failed to load resource')
    ) {
      consoleErrors.push(message.text());
    }
  });
";

/// The same for all tabs.
pub(super) const LISTEN_EVERYWHERE: &str = r"  // Collect errors of every tab
  const consoleErrors: string[] = [];
  context.on('weberror', (event) => consoleErrors.push(event.error().message));
  context.on('console', (message) => {
    if (
      message.type() === 'error' &&
      !message.text().startsWith('Failed to load resource')
    ) {
      consoleErrors.push(message.text());
    }
  });
";

/// Answers requests from what was recorded. Routes that were added last come first.
pub(super) const MOCK: &str = r"  // Answer from the captured session, each request in its turn
  const unused = new Set(Object.keys(fixtures));
  const unmatched = new Set<string>();
  await page.context().route('**/*', async (route) => {
    const request = route.request();
    const isData = ['fetch', 'xhr'].includes(request.resourceType());
    const { pathname } = new URL(request.url());
    if (isData) unmatched.add(`${request.method()} ${pathname}`);
    await route.fallback();
  });
  for (const [endpoint, last] of Object.entries(fixtures)) {
    const [method, address, operation] = endpoint.split(' ');
    const answers = [...(last.earlier ?? []), last];
    let turn = 0;
    await page.context().route(
      (url) => address === `${url.pathname}${queryOf(url, last)}`,
      async (route) => {
        const request = route.request();
        const isAsked =
          request.method() === method &&
          (operation === undefined || operation === operationOf(request));
        // Documents are the application itself
        if (!isAsked || request.isNavigationRequest()) return route.fallback();
        unused.delete(endpoint);
        const { status, contentType, body } = answers[turn] ?? last;
        turn += 1;
        const text = typeof body === 'string' ? body : JSON.stringify(body);
        await route.fulfill({ status, contentType, body: text });
      },
    );
  }
";

/// Many operations share one address: the body says which is meant.
pub(super) const OPERATION_OF: &str = r#"/** The operation that a request names in its body. */
function operationOf(request: Request) {
  const names = [
    /"operationName":\s*"(\w+)"/,
    /(?:query|mutation|subscription)\s+(\w+)/,
    /"method":\s*"([\w.]+)"/,
  ];
  const body = request.postData() ?? '';
  const found = names.map((name) => name.exec(body)?.[1]);
  return found.find((name) => name !== undefined);
}
"#;

/// A reader of the run learns which answers are stale.
pub(super) const NAME_FIXTURES: &str = r"/** Names what was never asked for, and what nothing answered. */
function nameFixtures(unused: Set<string>, unmatched: Set<string>) {
  const name = (type: string, endpoints: Set<string>) => {
    const description = [...endpoints].join(', ');
    if (endpoints.size > 0) test.info().annotations.push({ type, description });
  };
  name('unused fixtures', unused);
  name('requests without a fixture', unmatched);
}
";

/// Keys of fixtures have no secrets, and the addresses that are asked for have others.
pub(super) const QUERY_OF: &str = r"/** The query of an address without the secrets that an answer does not depend on. */
function queryOf({ search }: URL, { secrets = [] }: Fixture) {
  const parameters = search.slice(1).split('&');
  const isKept = (part: string) => !secrets.includes(part.replace(/=.*/, ''));
  const query = parameters.filter(isKept).join('&');
  return query === '' ? '' : `?${query}`;
}
";
