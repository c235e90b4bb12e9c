/** A frame that says something, and is gone before the turn is over. */

/** The frame's document, which says a word more while it goes. */
export const FAREWELL = '<script>addEventListener("pagehide", () => console.log("in pagehide"))</script>';

/** Runs in the page around the frame. */
export function removeFrame(): void {
  const frame = document.querySelector('iframe');
  frame?.contentDocument?.defaultView?.console.log('last');
  frame?.remove();
}
