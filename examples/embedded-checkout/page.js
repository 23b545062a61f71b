/* global Mizan, console */

const message = document.getElementById('message');

/** Asks the shop's own server; the secret key never comes here. */
async function fetchClientSecret() {
  const answer = await fetch('/checkout', { method: 'POST' });
  return (await answer.json()).clientSecret;
}

const checkout = Mizan().initEmbeddedCheckout({
  fetchClientSecret,
  onComplete: ({ paymentStatus }) => {
    message.textContent =
      paymentStatus === 'paid' ? 'Thank you! We are packing your order.' : 'Thank you! Pay when you can.';
  },
  onError: (error) => {
    console.error(error.code, error.message); // for the developer: the buyer cannot act on it
    message.textContent = 'The checkout could not be opened. Please try again, or contact us.';
  },
});
checkout.mount('#checkout');
