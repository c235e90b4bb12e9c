//! Passages that generated files have in common, as they stand there.

/// Waits are by method and path.
pub(super) const ANSWER_TO: &str = r"/** Finds the answer to a request by method and path, the last of `count`. */
function answerTo(method: string, path: string, count = 1) {
  let seen = 0;
  return (response: Response) =>
    response.request().method() === method &&
    isAt(path, new URL(response.url())) &&
    ++seen === count;
}
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

/// Answers requests from what was recorded.
pub(super) const MOCK: &str = r"  // Answer from the captured session, each request in its turn
  for (const [endpoint, last] of Object.entries(fixtures)) {
    const answers = [...(last.earlier ?? []), last];
    let turn = 0;
    await page.context().route(
      (url) => endpoint.endsWith(` ${url.pathname}${url.search}`),
      async (route) => {
        const isAsked = endpoint.startsWith(`${route.request().method()} `);
        if (!isAsked) return route.fallback();
        const { status, contentType, body } = answers[turn] ?? last;
        turn += 1;
        const text = typeof body === 'string' ? body : JSON.stringify(body);
        await route.fulfill({ status, contentType, body: text });
      },
    );
  }
";
