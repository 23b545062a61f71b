/* The frame without a face: it reads a PaymentIntent with its client secret. */
(() => {
  const { send, call, serve } = window.stripeFrame;
  serve({
    intent: (secret) => call('GET', `/v1/payment_intents/${secret.split('_secret_')[0]}`, { client_secret: secret }),
  });
  send({ isReady: true });
})();
