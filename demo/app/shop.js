/**
 * The shop's page, with three bugs in it:
 *
 * 1. The products come with `price.amount` unless they are on offer; then `price` is missing, and adding one throws.
 * 2. The voucher is sent as typed, and the server only knows upper case: it answers 500.
 * 3. The handler of a failed payment reads a field of an answer that is not there.
 */

const cart = [];

async function showProducts() {
  const list = document.querySelector('#products');
  const products = await (await fetch('/api/products')).json();
  for (const product of products) {
    const item = document.createElement('li');
    const button = document.createElement('button');
    button.textContent = `Add ${product.name}`;
    button.addEventListener('click', () => addToCart(product));
    item.append(product.name, button);
    list.append(item);
  }
  list.removeAttribute('aria-busy');
}

function addToCart(product) {
  console.log('adding to cart', product);
  cart.push({ name: product.name, cents: product.price.amount });
  show(`${cart.length} in your cart`);
}

async function pay(form) {
  const response = await fetch('/api/orders', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: 'Bearer demo-session-of-a-customer' },
    body: JSON.stringify({ cart, cardNumber: form.get('card-number'), voucher: form.get('voucher') }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`payment failed: ${answer.reason.text}`);
  show(`order ${answer.order} is on its way`);
}

function watchStock() {
  const socket = new WebSocket(`ws://${location.host}/stock`);
  socket.addEventListener('message', ({ data }) => {
    document.querySelector('[data-testid=stock]').textContent = JSON.parse(data).left;
  });
}

function show(text) {
  document.querySelector('#message').textContent = text;
}

document.querySelector('#checkout').addEventListener('submit', (event) => {
  event.preventDefault();
  void pay(new FormData(event.target));
});

watchStock();
void showProducts();
