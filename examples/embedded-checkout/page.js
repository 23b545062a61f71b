/* global Mizan */

const news = document.getElementById('news');

/** Asks the shop's own server; the secret key never comes here. */
async function fetchClientSecret() {
  const answer = await fetch('/checkout', { method: 'POST' });
  return (await answer.json()).clientSecret;
}

const checkout = Mizan().initEmbeddedCheckout({
  fetchClientSecret,
  onComplete: ({ paymentStatus }) => {
    news.textContent =
      paymentStatus === 'paid' ? 'Thank you! We are packing your order.' : 'Thank you! Pay when you can.';
  },
  onError: (error) => {
    news.textContent = error.message;
  },
});
checkout.mount('#checkout');
