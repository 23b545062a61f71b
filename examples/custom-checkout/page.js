/* global Mizan */

const find = (id) => document.getElementById(id);
const say = (text) => (find('news').textContent = text);

/** Asks the shop's own server; the secret key never comes here. */
async function fetchClientSecret() {
  const answer = await fetch('/checkout', { method: 'POST' });
  return (await answer.json()).clientSecret;
}

function show({ lineItems, amountTotal, currency, status, paymentStatus }) {
  const [line] = lineItems;
  const money = new Intl.NumberFormat('en', { style: 'currency', currency });
  const { maximumFractionDigits: decimals } = money.resolvedOptions();
  find('item').textContent = line.product.name;
  find('quantity').textContent = line.quantity;
  find('total').textContent = money.format(amountTotal / 10 ** decimals);
  find('payment').hidden = find('promotion').hidden = status !== 'open';
  if (status === 'complete') say(paymentStatus === 'paid' ? 'Thank you! We are packing your order.' : 'Thank you!');
}

/** Does what a button asks for, and says why when that is refused. */
async function attempt(work) {
  say('');
  try {
    await work();
  } catch (error) {
    say(error.message);
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
        if (outcome === 'declined') say(paymentIntent.lastPaymentError.message);
        if (outcome === 'processing') say('We are checking your payment.');
      } finally {
        find('pay').disabled = false;
      }
    });
  };
}

void attempt(start);
