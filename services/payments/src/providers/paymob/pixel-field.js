/**
 * Shows Paymob's field for the intention that the address names, and reports to the page around it: `ready`, `failed`,
 * `height` in CSS pixels, and `complete` once the platform has queried the payment. It never sees the card.
 */
const { scriptUrl, publicKey, returnUrl } = JSON.parse(document.querySelector('#settings').textContent);
const address = new URLSearchParams(location.hash.slice(1));
const clientSecret = address.get('clientSecret');
const reference = address.get('reference');

// Nothing in a message is secret, and the merchant's own pages may show this frame.
const report = (type, more) => window.parent.postMessage({ source: 'mizan-field', type, ...more }, '*');

/** The result counts only as Paymob tells the platform, so the browser names the payment and nothing else. */
async function complete() {
  const query = new URLSearchParams({ merchant_order_id: reference });
  await fetch(`${returnUrl}?${query}`, { redirect: 'manual' }).catch(() => undefined); // the callback comes too
  report('complete');
}

async function show() {
  if (!clientSecret || !reference) throw new Error('The address names no payment.');
  await import(scriptUrl);
  new window.Pixel({
    publicKey,
    clientSecret,
    paymentMethods: ['card'],
    elementId: 'field',
    disablePay: false,
    showSaveCard: false,
    afterPaymentComplete: complete,
    onPaymentCancel: complete,
  });
}

new ResizeObserver(() => report('height', { height: Math.ceil(document.body.getBoundingClientRect().height) })).observe(
  document.body,
);
show().then(
  () => report('ready'),
  () => report('failed'),
);
