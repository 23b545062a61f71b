/* The Payment Element: a card's fields with labels in both languages, in the page's colours, and wallets to choose. */
(() => {
  const { setting, send, sendHeight, tokenize, openSheet, wallets, serve, names } = window.stripeFrame;
  const words = {
    en: ['Card number', 'Expiration date', 'Security code', 'Your card number is incomplete.'],
    ar: ['رقم البطاقة', 'تاريخ انتهاء الصلاحية', 'رمز الأمان', 'رقم بطاقتك غير مكتمل.'],
  };
  const form = document.forms[0];
  const inputs = form.querySelectorAll('label > input:not([type=radio])');
  const complaint = document.querySelector('p');
  let walletToken;

  const show = ({ locale, appearance, readOnly, amount, currency }) => {
    if (amount !== undefined) Object.assign(setting, { amount, currency });
    if (locale) {
      const language = words[locale] ? locale : 'en';
      document.documentElement.lang = language;
      document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr';
      document.querySelectorAll('label > span').forEach((label, index) => (label.textContent = words[language][index]));
      complaint.textContent = words[language][3];
    }
    if (appearance?.variables) {
      const { colorBackground, colorText, colorDanger, borderRadius } = appearance.variables;
      Object.assign(document.body.style, { color: colorText, background: colorBackground });
      complaint.style.color = colorDanger;
      const borderColor = appearance.rules?.['.Input']?.borderColor;
      for (const input of inputs)
        Object.assign(input.style, { borderColor, background: colorBackground, borderRadius });
    }
    if (readOnly !== undefined) for (const input of inputs) input.readOnly = readOnly;
  };

  const chosen = () => form.querySelector('[name=method]:checked')?.value ?? 'card';
  const numberOf = () => form.number.value.replaceAll(' ', '');
  const hasCheckDigit = (number) =>
    [...number].reverse().reduce((sum, digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
      return sum + (value > 9 ? value - 9 : value);
    }, 0) %
      10 ===
    0;

  async function check() {
    if (chosen() !== 'card') {
      walletToken = await openSheet(chosen());
      const type = chosen() === 'applePay' ? 'apple_pay' : 'google_pay';
      return walletToken
        ? { selectedPaymentMethod: type }
        : { error: { type: 'validation_error', code: 'wallet_canceled', message: 'The payment was canceled.' } };
    }
    const isComplete = numberOf().length >= 15 && form.expiry.value && form.cvc.value;
    complaint.hidden = Boolean(isComplete);
    sendHeight();
    return isComplete
      ? { selectedPaymentMethod: 'card' }
      : { error: { type: 'validation_error', code: 'incomplete_number', message: complaint.textContent } };
  }

  function token(request, params) {
    if (chosen() !== 'card') return tokenize(request, { token: walletToken }, params);
    const number = numberOf();
    if (!hasCheckDigit(number))
      return { error: { type: 'card_error', code: 'incorrect_number', message: 'Your card number is incorrect.' } };
    const [month = '', year = ''] = form.expiry.value.split('/').map((part) => part.trim());
    const card = { number, exp_month: Number(month), exp_year: 2000 + (Number(year) % 100), cvc: form.cvc.value };
    return tokenize(request, card, params);
  }

  async function offerWallets() {
    const { applePay = 'auto', googlePay = 'auto' } = setting.elementOptions?.wallets ?? {};
    if (applePay === 'never' && googlePay === 'never') return;
    const available = await wallets();
    const offered = Object.keys(names).filter((name) => available[name] && { applePay, googlePay }[name] !== 'never');
    if (offered.length === 0) return;
    const choices = document.createElement('fieldset');
    for (const value of ['card', ...offered]) {
      const choice = document.createElement('label');
      const radio = Object.assign(document.createElement('input'), { type: 'radio', name: 'method', value });
      radio.checked = value === 'card';
      choice.append(radio, ` ${names[value] ?? 'Card'}`);
      choices.append(choice);
    }
    choices.addEventListener('change', () => {
      for (const input of inputs) input.parentElement.hidden = chosen() !== 'card';
      sendHeight();
    });
    form.prepend(choices);
  }

  serve(
    {
      check,
      method: (params) => token('method', params),
      confirmationToken: (params) => token('confirmationToken', params),
    },
    { onOptions: show, onFocus: () => form.number.focus() },
  );
  show(setting);
  void offerWallets().then(() => {
    sendHeight();
    send({ isReady: true });
  });
})();
