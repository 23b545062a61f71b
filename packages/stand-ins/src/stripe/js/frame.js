/* What the frames of this origin have in common: the channel to the page, calls of the API, and a wallet's sheet. */
window.stripeFrame = (() => {
  const setting = JSON.parse(decodeURIComponent(window.location.hash.slice(1)));
  const send = (message) => window.parent.postMessage(message, '*');
  const sendHeight = () => send({ height: Math.max(1, Math.ceil(document.body.getBoundingClientRect().height)) });

  const pairsOf = (value, name) =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([member, each]) => pairsOf(each, name ? `${name}[${member}]` : member))
      : value === undefined || value === null || value === ''
        ? []
        : [[name, String(value)]];

  async function call(method, path, given = {}) {
    const form = new URLSearchParams(pairsOf(given, ''));
    const isRead = method === 'GET';
    const response = await fetch(isRead ? `${path}?${form}` : path, {
      method,
      headers: { authorization: `Bearer ${setting.key}` },
      ...(isRead ? {} : { body: form }),
    }).catch(() => undefined);
    const body = await response?.json().catch(() => undefined);
    if (!body)
      return {
        error: { type: 'api_connection_error', message: 'We are experiencing issues connecting to our servers.' },
      };
    return body.error ? { error: body.error } : { object: body };
  }

  /** A confirmation token or a PaymentMethod, of a card or of a wallet's token. */
  function tokenize(request, card, params = {}) {
    if (request === 'method') return call('POST', '/v1/payment_methods', { type: 'card', card, ...params });
    const { payment_method_data, ...others } = params;
    const data = { type: 'card', card, ...payment_method_data };
    return call('POST', '/v1/confirmation_tokens', { ...others, payment_method_data: data });
  }

  const names = { applePay: 'Apple Pay', googlePay: 'Google Pay' };
  const choices = [
    ['4242424242424242', 'A card that pays'],
    ['4000000000000002', 'A card that is declined'],
    ['4000000000003220', 'A card that needs 3-D Secure'],
  ];

  /** The wallet's own sheet. Resolves with a card token once the buyer agrees, or with nothing. */
  function openSheet(wallet) {
    return new Promise((done) => {
      const sheet = document.createElement('dialog');
      sheet.setAttribute('aria-label', names[wallet]);
      const choice = document.createElement('select');
      choice.setAttribute('aria-label', 'Card');
      for (const [value, text] of choices)
        choice.append(Object.assign(document.createElement('option'), { value, text }));
      const button = (text, act) => {
        const made = Object.assign(document.createElement('button'), { type: 'button', textContent: text });
        made.addEventListener('click', act);
        return made;
      };
      const close = (token) => {
        sheet.remove();
        sendHeight();
        done(token);
      };
      const agree = async () => {
        const { amount, currency } = setting;
        const { object, error } = await call('POST', '/endive/wallet_tokens', {
          wallet,
          number: choice.value,
          domain: setting.host,
          amount,
          currency,
        });
        close(error ? undefined : object.id);
      };
      sheet.append(
        `${names[wallet]} `,
        choice,
        button('Pay', () => void agree()),
        button('Cancel', () => close()),
      );
      document.body.append(sheet);
      sheet.setAttribute('open', '');
      sheet.style.position = 'static';
      sendHeight();
    });
  }

  /** Which wallets this page's domain may show. */
  async function wallets() {
    const { object } = await call('GET', '/endive/wallets', { domain: setting.host });
    return object ?? { applePay: false, googlePay: false };
  }

  function serve(requests, { onOptions = () => {}, onOpen = () => {}, onFocus = () => {} } = {}) {
    window.addEventListener('message', ({ source, data }) => {
      if (source !== window.parent) return;
      if (data.options) onOptions(data.options);
      if (data.open) onOpen(data.open);
      if (data.focus) onFocus();
      const act = data.request && requests[data.request];
      if (act) void Promise.resolve(act(data.data)).then((answer) => send({ id: data.id, answer }));
    });
  }

  return { setting, send, sendHeight, call, tokenize, openSheet, wallets, serve, names };
})();
