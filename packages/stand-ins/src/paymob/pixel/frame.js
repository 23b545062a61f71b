/** Runs in the frame of the embedded field: reads the card, sends it to the stand-in and reports to the shop's page. */
const settings = JSON.parse(document.querySelector('#settings').textContent);
const form = document.querySelector('#card');
const problem = document.querySelector('#problem');
const send = (type, more) => window.parent.postMessage({ source: 'paymob-pixel', type, ...more }, '*');

new ResizeObserver(() => send('height', { height: document.documentElement.scrollHeight })).observe(document.body);

const passesLuhn = (digits) =>
  [...digits].reverse().reduce((sum, digit, index) => {
    const value = Number(digit) * (index % 2 ? 2 : 1);
    return sum + (value > 9 ? value - 9 : value);
  }, 0) %
    10 ===
  0;

let isValid = false;

/** Reports the validity of the card when it changes. */
function checkCard() {
  const { number, expiry, cvv } = form.elements;
  const digits = number.value.replace(/\s/g, '');
  const isNumber = /^\d{13,19}$/.test(digits) && passesLuhn(digits);
  const isNowValid = isNumber && /^(0[1-9]|1[0-2])\/\d\d$/.test(expiry.value) && /^\d{3}$/.test(cvv.value);
  if (isNowValid !== isValid) send('validation', { isValid: isNowValid });
  isValid = isNowValid;
}

form?.addEventListener('input', ({ target }) => {
  if (target.name === 'number') target.value = target.value.replace(/\D/g, '').replace(/(.{4})(?=.)/g, '$1 ');
  if (target.name === 'expiry') target.value = target.value.replace(/^(\d\d)\/?(\d)/, '$1/$2');
  checkCard();
});
form?.addEventListener('submit', (event) => {
  event.preventDefault();
  send('before', { method: 'card' });
});

/** Pays: a step of the buyer takes the frame's place, a result is handed to the shop, anything else is shown here. */
async function pay(method) {
  problem.hidden = true;
  const { number, expiry, cvv, save } = form?.elements ?? {};
  const card = method === 'card' && { number: number.value, expiry: expiry.value, cvv: cvv.value };
  const response = await fetch('/pixel/pay', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      publicKey: settings.publicKey,
      clientSecret: settings.clientSecret,
      method,
      ...card,
      save: method === 'card' && (settings.isForced || save.checked),
    }),
  });
  const answer = await response.json();
  if (answer.step) return location.assign(`${answer.step}?frame=1&lang=${settings.language}`);
  if (answer.response) return send('complete', { response: answer.response });
  problem.textContent = answer.message ?? `${settings.invalid}: ${answer.invalid.join(', ')}`;
  problem.hidden = false;
}

const sheetOf = (method) => document.querySelector(`[data-wallet="${method}"] .sheet`);

for (const { dataset } of document.querySelectorAll('[data-wallet]')) {
  const method = dataset.wallet;
  const sheet = sheetOf(method);
  document.querySelector(`[data-wallet="${method}"] .open`).onclick = () => send('before', { method });
  sheet.querySelector('.approve').onclick = () => {
    sheet.hidden = true;
    void pay(method);
  };
  sheet.querySelector('.cancel').onclick = () => {
    sheet.hidden = true;
    send('cancel', {});
  };
}

/** The styles of the shop that have an effect here, and the properties of the page that they set. */
const styles = {
  Color_Primary: '--accent',
  Text_Color_For_Payment_Button: '--on-accent',
  Color_Border_Input_Fields: '--line',
  Color_Container: '--container',
};

window.addEventListener('message', ({ source, data }) => {
  if (source !== window.parent || data?.source !== 'paymob-pixel') return;
  if (data.type === 'pay' && data.method !== 'card') sheetOf(data.method).hidden = false;
  else if (data.type === 'pay' && form?.reportValidity()) void pay('card');
  if (data.type !== 'style') return;
  for (const [name, property] of Object.entries(styles))
    if (data.customStyle[name]) document.documentElement.style.setProperty(property, data.customStyle[name]);
  if (data.customStyle.Font_Family) document.body.style.fontFamily = data.customStyle.Font_Family;
});
send('ready', {});
