/* The Express Checkout Element: a button for each wallet that this page's domain may show. */
(() => {
  const { setting, send, sendHeight, tokenize, openSheet, wallets, serve, names } = window.stripeFrame;
  const types = { applePay: 'apple_pay', googlePay: 'google_pay' };
  let agreed;

  /** Buttons have the wallet's own colours, black or white as the page asks, and the page's corners. */
  const show = ({ buttonTheme, appearance }) => {
    for (const button of document.querySelectorAll('[data-wallet]')) {
      const theme = buttonTheme?.[button.dataset.wallet];
      const [background, color] = theme?.startsWith('white') ? ['#fff', '#000'] : ['#000', '#fff'];
      if (theme) Object.assign(button.style, { background, color, border: '1px solid #000' });
      if (appearance) button.style.borderRadius = appearance.variables?.borderRadius ?? '';
    }
  };
  const token = (request, params) => tokenize(request, { token: agreed?.token }, params);
  async function open({ wallet }) {
    const made = await openSheet(Object.keys(types).find((name) => types[name] === wallet));
    agreed = made ? { token: made, wallet } : undefined;
    if (agreed) send({ event: 'confirm', detail: { expressPaymentType: wallet, billingDetails: {} } });
    else send({ event: 'cancel', detail: {} });
  }

  serve(
    {
      check: () =>
        agreed
          ? { selectedPaymentMethod: agreed.wallet }
          : { error: { type: 'validation_error', code: 'incomplete', message: 'No wallet was chosen.' } },
      method: (params) => token('method', params),
      confirmationToken: (params) => token('confirmationToken', params),
    },
    {
      onOpen: (given) => void open(given),
      onOptions: (change) => {
        Object.assign(setting, change);
        show(change);
      },
    },
  );
  void wallets().then((available) => {
    const { paymentMethods: wanted = {}, buttonHeight = 44 } = setting.elementOptions ?? {};
    const shown = Object.keys(names).filter((name) => available[name] && wanted[name] !== 'never');
    for (const name of shown) {
      const button = Object.assign(document.createElement('button'), { type: 'button', textContent: names[name] });
      button.dataset.wallet = name;
      button.style.height = `${buttonHeight}px`;
      button.addEventListener('click', () => send({ event: 'click', wallet: types[name] }));
      document.body.append(button);
    }
    show(setting);
    show(setting.elementOptions ?? {});
    sendHeight();
    const offered = Object.fromEntries(Object.keys(names).map((name) => [name, shown.includes(name)]));
    send({ isReady: true, available: shown.length > 0 ? offered : undefined });
  });
})();
