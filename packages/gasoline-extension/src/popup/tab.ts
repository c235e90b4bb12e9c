/** The tab the popup is about. */

/** The tab in front of the person. The popup opened as a page, with `?tab=ID`, is about that tab instead. */
export async function findTab(): Promise<chrome.tabs.Tab | undefined> {
  const named = new URLSearchParams(location.search).get('tab');
  if (named !== null) return chrome.tabs.get(Number(named)).catch(() => undefined);
  const [active] = await chrome.tabs.query({ active: true, currentWindow: true });
  return active;
}
