/* global Mizan, console */

const find = (id) => document.getElementById(id);
const showMessage = (text) => (find('message').textContent = text);

/** Calls the shop's own server; the secret key never reaches the browser. */
async function fetchClientSecret() {
  const response = await fetch('/checkout', { method: 'POST' });
  return (await response.json()).clientSecret;
}

function show({ lineItems, amountTotal, currency, status, paymentStatus, paymentIntent, customerDetails }) {
  const [line] = lineItems;
  const money = new Intl.NumberFormat('en', { style: 'currency', currency });
  const { maximumFractionDigits: decimals } = money.resolvedOptions();
  find('item').textContent = line.product.name;
  find('quantity').textContent = line.quantity;
  find('total').textContent = money.format(amountTotal / 10 ** decimals);
  find('payment').hidden = find('promotion').hidden = status !== 'open';
  find('payment').email.value ||= customerDetails?.email ?? '';
  // After a return from the buyer's bank, the session alone says that the payment failed.
  if (status === 'open' && paymentIntent?.lastPaymentError) showMessage(paymentIntent.lastPaymentError.message);
  if (status === 'complete')
    showMessage(paymentStatus === 'paid' ? 'Thank you! We are packing your order.' : 'Thank you!');
}

/** Runs the action of a button and shows its error. */
async function attempt(work) {
  showMessage('');
  try {
    await work();
  } catch (error) {
    showMessage(error.message);
  }
}

async function start() {
  const checkout = await Mizan().initCheckout({ fetchClientSecret });
  checkout.on('change', show);
  show(checkout.session());

  const changeQuantity = (by) => () => {
    const [line] = checkout.session().lineItems;
    return attempt(() => checkout.updateLineItemQuantity(line.id, line.quantity + by));
  };
  find('fewer').onclick = changeQuantity(-1);
  find('more').onclick = changeQuantity(+1);

  find('promotion').onsubmit = (event) => {
    event.preventDefault();
    void attempt(() => checkout.applyPromotionCode(event.target.code.value));
  };

  find('payment').onsubmit = (event) => {
    event.preventDefault();
    const { email, number } = event.target;
    void attempt(async () => {
      find('pay').disabled = true;
      try {
        await checkout.updateCustomerDetails({ email: email.value });
        const card = { number: number.value, expMonth: 12, expYear: 2034, cvc: '123' };
        const { outcome, paymentIntent } = await checkout.confirm({ paymentMethod: { type: 'card', card } });
        if (outcome === 'declined') showMessage(paymentIntent.lastPaymentError.message);
        if (outcome === 'processing') showMessage('We are checking your payment.');
      } finally {
        find('pay').disabled = false;
      }
    });
  };
}

start().catch((error) => {
  console.error(error.code, error.message); // for the developer: the buyer cannot act on it
  showMessage('The checkout could not be opened. Please try again, or contact us.');
});
