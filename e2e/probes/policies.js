/** Content security policies and trusted types: what they report, and where. */

'use strict';

{
  const { check, failure, event, frame } = probe;

  const FRAME_POLICIES = {
    'connect-src none': "connect-src 'none'",
    'default-src none': "default-src 'none'; script-src 'unsafe-inline'",
    'trusted types': "require-trusted-types-for 'script'; trusted-types 'none'",
  };
  const underPolicy = async (policy, code) => {
    const seen = event(window, 'message');
    const child = frame(`<meta http-equiv="Content-Security-Policy" content="${policy}">
      <script>
        const violations = [];
        addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, lineNumber, columnNumber, disposition }) => violations.push([violatedDirective, blockedURI, sourceFile, lineNumber, columnNumber, disposition]));
        function ${failure}
        (async () => { ${code} ; await new Promise((done) => setTimeout(done, 50)); parent.postMessage(violations, '*'); })();
      </script>`);
    const { data } = await seen;
    child.remove();
    return data;
  };
  for (const [name, policy] of Object.entries(FRAME_POLICIES))
    check(`no violation of ours under ${name}`, () =>
      underPolicy(
        policy,
        "console.log('x'); console.error(new Error('y')); setTimeout(() => { throw new Error('z') }); history.replaceState(null, '')",
      ),
    );
  for (const [name, code] of Object.entries({
    fetch: "await fetch('/probes/ok').catch(() => 0)",
    xhr: "const xhr = new XMLHttpRequest(); xhr.open('GET', '/probes/ok'); xhr.send()",
    socket: "failure(() => new WebSocket('ws://localhost:1/'))",
    beacon: "navigator.sendBeacon('/probes/echo', 'x')",
  })) {
    check(`violations by ${name}: count and directive`, async () =>
      (await underPolicy("connect-src 'none'", code)).map(([directive, uri, , , , disposition]) => [
        directive,
        uri,
        disposition,
      ]),
    );
    check(`violations by ${name}: place`, async () =>
      (await underPolicy("connect-src 'none'", code)).map(([, , file, line, column]) => [file, line, column]),
    );
  }
  check('trusted types refuse the page as before', () =>
    underPolicy(
      "require-trusted-types-for 'script'",
      "failure(() => document.write('<b>x</b>')); failure(() => { document.body.innerHTML = 'x' })",
    ),
  );
}
