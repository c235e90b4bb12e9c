/** Markup in which roles, names, labels and texts are less simple than they seem, a page for each kind of trouble. */

/** Pages by what is difficult about them. */
export const VARIED: Readonly<Record<string, string>> = {
  'names from everywhere': `
    <style>.star::before { content: "★"; } .boxed::after { content: " (new)"; display: block; } .gone { display: none; }</style>
    <button class="star">Rate</button> <button class="boxed">Boxed</button>
    <button>Line one<br>line two</button>
    <button><span style="display:block">Add</span><span style="display:block">to cart</span></button>
    <button><span>Down</span><span>load</span></button>
    <button>Send <span class="gone">secretly</span></button>
    <button aria-label="Close dialog">×</button> <button title="Help">?</button>
    <button><img alt="Search" src="data:,"></button> <button><svg width="9" height="9"><title>Print</title></svg></button>
    <button><svg width="9" height="9" aria-hidden="true"></svg></button>
    <button aria-labelledby="one two">x</button><span id="one">First</span> <span id="two">second</span>
    <input type="submit"> <input type="submit" value="Buy now"> <input type="reset"> <input type="button" value="Plain">
    <input type="image" alt="Go there" src="data:,"> <input type="image" src="data:,">
    <a href="/a">Terms &amp; conditions</a> <a href="/b">Terms</a> <a>No link</a> <a href="/c"><b>Bold</b> link</a>
    <button>Save</button> <button>Save as…</button> <button>save all</button>
    <summary>Outside</summary><details><summary>More</summary><p>Text inside</p></details>
    <button>Zero\u200bwidth</button> <button>Soft\u00adhyphen</button> <button>No\u00a0break</button>
    <div role="button" tabindex="0">Pressed</div> <div role="BUTTON">Loud</div> <div role="foo button">Fallback</div>
    <button role="presentation">Focusable</button> <span role="link">Span link</span>`,
  'hidden twins': `
    <style>.gone { display: none; } .unseen { visibility: hidden; } .contents { display: contents; }</style>
    <div class="gone"><button>Save</button></div> <button>Save</button>
    <button class="unseen">Open</button> <button>Open</button>
    <div aria-hidden="true"><button>Delete</button></div> <button>Delete</button>
    <button class="contents">Copy</button> <button>Copy</button>
    <div hidden><label>Name <input></label></div> <label>Name <input></label>
    <noscript><button>Script</button></noscript> <button>Script</button>
    <script type="application/json">{ "label": "In data" }</script> <p>In data</p>
    <template><p>Template</p></template> <p>Template</p>`,
  fields: `
    <form id="f"><label>Email address <input type="email" name="email"></label>
    <label for="p">Password</label> <input id="p" type="password">
    <label>Password again <input type="password"></label>
    <label>Country <select><option>France</option><option>Spain</option></select></label>
    <label><input type="checkbox"> Agree to <a href="/t">the terms</a></label>
    <label>Born <input type="date"></label> <label>When <input type="datetime-local"></label>
    <label>File <input type="file"></label> <input type="file" aria-label="Photo">
    <input placeholder="Search…" type="search"> <input placeholder="Search products"> <input list="l"><datalist id="l"></datalist>
    <input placeholder="Weight" title="Weight in kilos"> <textarea aria-label="Remarks"></textarea> <textarea>typed</textarea>
    <input type="range" aria-label="Volume"> <input type="number" aria-label="Amount"> <input type="color" aria-label="Colour">
    <fieldset><legend>Plan</legend><label><input type="radio" name="plan" value="free"> Free</label>
    <label><input type="radio" name="plan" value="team"> Team</label></fieldset>
    <fieldset><legend>Delivery</legend><label><input type="radio" name="by" value="post"> Post</label>
    <label><input type="radio" name="by" value="free"> Free</label></fieldset>
    <label>Two <input><input></label> <select multiple aria-label="Several"><option>1</option></select> <select size="3"><option>2</option></select>
    <label for="nobody">For nobody</label> <div contenteditable>Written</div> <div contenteditable aria-label="Note"></div>
    <output>7</output> <progress></progress> <meter value="1"></meter></form>`,
  'rows with the same buttons': `
    <table><thead><tr><th>Name</th><th>Price</th><th></th></tr></thead><tbody>
    <tr><td>Pencil</td><td>€ 1.20</td><td><button>Edit</button><button>Delete</button></td></tr>
    <tr><td>Pencil case</td><td>€ 12</td><td><button>Edit</button><button>Delete</button></td></tr>
    <tr><td>Ruler</td><td>€ 12</td><td><button>Edit</button><button>Delete</button></td></tr></tbody></table>
    <ul><li><a href="/1">Ann</a> <button aria-label="Remove">x</button><ul><li>Inner <button>Go</button></li></ul></li>
    <li><a href="/2">Bob</a> <button aria-label="Remove">x</button><ul><li>Other <button>Go</button></li></ul></li></ul>
    <div class="card"><h3>Lamp</h3><button>Add</button></div><div class="card"><h3>Chair</h3><button>Add</button></div>
    <div class="card"><h3>Table</h3><input type="submit" value="Add"></div>
    <article><h2>News</h2><a href="/n">More</a></article><article><h2>Sport</h2><a href="/s">More</a></article>
    <ul role="presentation"><li>Plain one <button>Pick</button></li><li>Plain two <button>Pick</button></li></ul>
    <div><div><i></i></div><div><i></i></div><div><i></i></div></div>`,
  'ids and test ids': `
    <button id="save">1</button> <button id=":r1:">2</button> <button id="a.b:c">3</button> <button id="7up">4</button>
    <i data-testid="twice">5</i><i data-testid="twice">6</i> <i data-cy="say &quot;x&quot;">7</i> <i data-test-id="back\\slash">8</i>
    <i data-testid="product-17">9</i> <i id="dup">10</i><i id="dup">11</i> <i data-testid="ünïcode">12</i>
    <i data-action="delete" class="css-1x2y3z mt-4">13</i> <a href="/a?b=c&amp;d#e">14</a> <iframe title="Frame" srcdoc=""></iframe><iframe name="inner" srcdoc=""></iframe>`,
  landmarks: `
    <header><button>Menu</button></header><main><header><button>Menu</button></header><section><button>Menu</button></section>
    <section aria-label="Side"><button>Menu</button></section></main><nav aria-label="Top"><a href="/1">Home</a></nav>
    <nav aria-label="Bottom"><a href="/2">Home</a></nav><aside><a href="/3">Home</a></aside><footer><a href="/4">Home</a></footer>
    <div role="dialog" aria-label="Sure?"><button>Cancel</button></div><form aria-label="Order"><button>Cancel</button></form>
    <div role="tablist"><div role="tab">One</div><div role="tab">Two</div></div><div role="switch" aria-checked="true">On</div>`,
  'data in names': `
    <a href="/cart">Cart (3)</a> <button>Inbox 12</button> <button>12 unread messages</button> <button>Page 1</button><button>Page 2</button><button>Page 10</button>
    <button>$ 12.50</button> <button>Pay € 30</button> <button>2 min ago</button> <a href="mailto:a@b.c">a@b.c</a> <p>Ordered on 5 May 2026</p><p>Ordered today</p>
    <div class="counter">1,234 visitors today</div> <button>1</button><button>2</button><button>3</button> <span>★★★</span> <b>🚀</b>`,
  shadows: `
    <my-card></my-card><my-card></my-card><my-single></my-single><div id="plain"></div><button>Buy</button>
    <script>
      document.querySelectorAll('my-card').forEach((host, index) => {
        host.attachShadow({ mode: 'open' }).innerHTML = '<p><button id="buy">Buy</button><slot></slot><b>Card ' + 'AB'[index] + '</b></p>';
        host.innerHTML = '<i>Slotted</i>';
      });
      document.querySelector('my-single').attachShadow({ mode: 'open' }).innerHTML =
        '<label>Only <input></label><my-inner></my-inner><ul><li>a</li><li>b</li></ul>';
      document.querySelector('my-single').shadowRoot.querySelector('my-inner').attachShadow({ mode: 'open' }).innerHTML =
        '<button title="Deep">x</button>';
      document.querySelector('#plain').attachShadow({ mode: 'open' }).innerHTML = '<button>Plain</button>';
    </script>`,
  'hostile texts': `
    <button>Say "hello" &amp; 'goodbye'</button><button>Run \`rm\` \${HOME}</button><button>Close */ // now</button><button>Ship 🚀 it</button>
    <button>שמור שינויים</button><button>First\n second</button><button>C:\\temp\\new</button><button>STRASSE</button><button>Straße</button>
    <button>İstanbul</button><button>/regex/i</button><button>>> nth=0</button><input placeholder='quote " here'><input title="  spaced  ">
    <p>a   b</p><p>ab</p><div>One <b>two</b> three</div><div>One two</div>`,
};
