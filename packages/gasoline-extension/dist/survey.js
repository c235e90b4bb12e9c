// What a picture of the page needs to be understood, and where fields stand whose content nobody may see: password
// fields, and those that hold one while it is shown. Runs in a world of its own, where the page has replaced nothing,
// and changes nothing. Reaches open shadow roots and frames of the same origin.
(() => {
  const SECRET =
    'input[type=password], input[autocomplete~=current-password], input[autocomplete~=new-password], ' +
    'input[autocomplete~=one-time-code], input[autocomplete~=cc-number], input[autocomplete~=cc-csc]';
  const MOST_MASKS = 200;
  const masks = [];

  const look = (root, left, top) => {
    for (const field of root.querySelectorAll(SECRET)) {
      const { x, y, width, height } = field.getBoundingClientRect();
      if (width > 0 && height > 0 && masks.length < MOST_MASKS)
        masks.push({ x: x + left, y: y + top, width, height });
    }
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) look(element.shadowRoot, left, top);
      if (element.localName !== 'iframe' && element.localName !== 'frame') continue;
      const { x, y } = element.getBoundingClientRect();
      const inside = element.contentDocument;
      if (inside) look(inside, left + x + element.clientLeft, top + y + element.clientTop);
    }
  };
  look(document, 0, 0);
  return {
    url: location.href.slice(0, 2048),
    viewport: { width: innerWidth, height: innerHeight, devicePixelRatio },
    masks,
  };
})();
