import { readFileSync } from 'node:fs';
import { html, json, type Answer, type Route, type StandInRequest } from '../../server/route.ts';
import { isVerified } from '../domains/payment-method-domains.ts';
import { authenticate } from '../api/authenticate.ts';
import { StripeRefusal } from '../api/refusal.ts';
import { cardOf } from '../payment-methods/cards.ts';
import { newId, type Wallet } from '../state.ts';
import { isOwn, owned, type Caller, type StripeApp } from '../stripe-app.ts';

/** Where Stripe.js is. */
export const scriptPath = '/endive/stripe.js';

const files = ['stripe', 'frame', 'field', 'express', 'controller'] as const;

const style = `body { margin: 0; padding: 1px; font: 16px sans-serif; }
form { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; }
form > label { display: grid; gap: 4px; font-size: 14px; font-weight: 500; }
form > label:has([name=number]), fieldset, p { grid-column: 1 / -1; }
[hidden] { display: none !important; }
input:not([type=radio]) { box-sizing: border-box; width: 100%; padding: 12px; font-size: 16px; direction: ltr; border: 1px solid; color: inherit; }
[dir=rtl] input { text-align: right; }
button { font: inherit; padding: 0 12px; min-height: 44px; width: 100%; }
button + button, dialog { margin-top: 8px; }
fieldset { border: 0; margin: 0; padding: 0; display: flex; gap: 16px; }
p { margin: 0; font-size: 13px; }`;

const cardForm = `<form><label><span></span><input name="number" inputmode="numeric" placeholder="1234 1234 1234 1234"></label>
<label><span></span><input name="expiry" inputmode="numeric" placeholder="MM / YY"></label>
<label><span></span><input name="cvc" inputmode="numeric" placeholder="CVC"></label><p role="alert" hidden></p></form>`;

/** Stripe.js, the frames that it draws, and what these frames need. */
export const scriptRoutes = (app: StripeApp): Route[] => [
  ...files.map((name) => script(`/endive/${name}.js`, readFileSync(new URL(`./${name}.js`, import.meta.url), 'utf8'))),
  script('/endive/part.js', ''),
  framePage('field', 'Secure card payment input frame', cardForm),
  framePage('express', 'Secure express checkout frame', ''),
  framePage('controller', 'Secure controller frame', ''),
  {
    method: 'GET',
    path: '/endive/wallets',
    handle: (request) =>
      asPage(app, request, (caller) => {
        const isOffered = isRegistered(caller, request.query.get('domain'));
        return json(200, { applePay: isOffered, googlePay: isOffered });
      }),
  },
  {
    method: 'POST',
    path: '/endive/wallet_tokens',
    handle: (request) => asPage(app, request, (caller) => createWalletToken(caller, new URLSearchParams(request.body))),
  },
];

const script = (path: string, body: string): Route => ({
  method: 'GET',
  path,
  handle: () => ({ status: 200, headers: { 'content-type': 'text/javascript; charset=utf-8' }, body }),
});

const framePage = (name: 'field' | 'express' | 'controller', title: string, body: string): Route => ({
  method: 'GET',
  path: `/endive/${name}`,
  handle: () =>
    html(
      200,
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><style>${style}</style><body>${body}
<script src="/endive/frame.js"></script><script src="/endive/${name}.js"></script></body></html>`,
    ),
});

const wallets: Readonly<Record<string, Wallet>> = { applePay: 'apple_pay', googlePay: 'google_pay' };

/** What a wallet's sheet yields: a token of the card that the buyer chose in it. */
function createWalletToken(caller: Caller, given: URLSearchParams): Answer {
  const wallet = Object.entries(wallets).find(([name]) => name === given.get('wallet'))?.[1];
  const number = given.get('number') ?? '';
  if (!wallet || !cardOf(number))
    return json(400, { error: { type: 'invalid_request_error', message: 'No such wallet or card.' } });
  if (!isRegistered(caller, given.get('domain')))
    return json(400, {
      error: { type: 'invalid_request_error', message: 'The domain is not registered for this wallet.' },
    });
  const token = { ...owned(caller, newId('tok')), number, wallet, isUsed: false };
  caller.app.state.cardTokens.push(token);
  caller.app.mark('cardTokens', token);
  return json(200, { id: token.id, object: 'token' });
}

/** Whether the account has registered and proved the domain of a page. */
const isRegistered = (caller: Caller, domain: string | null): boolean =>
  caller.app.state.domains.some(
    (each) =>
      each.domainName === domain &&
      each.isEnabled &&
      isVerified(each) &&
      // A domain that is registered in live mode covers test mode, too.
      (isOwn(caller, each) || isOwn({ ...caller, livemode: true }, each)),
  );

function asPage(app: StripeApp, request: StandInRequest, act: (caller: Caller) => Answer): Answer {
  try {
    return act({ ...authenticate(app.state, request), app, requestId: null, idempotencyKey: null });
  } catch (thrown) {
    if (thrown instanceof StripeRefusal) return json(thrown.status, { error: thrown.error });
    throw thrown;
  }
}
