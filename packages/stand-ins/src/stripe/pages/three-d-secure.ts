import { html, redirect, type Answer, type Route } from '../../server/route.ts';
import { authenticateIntent } from '../payment-intents/confirm-intent.ts';
import { onBehalf } from '../payment-intents/on-behalf.ts';
import type { Intent } from '../state.ts';
import type { StripeApp } from '../stripe-app.ts';

/** The page of the buyer's bank: it authenticates or not, and the buyer returns to the shop. */
export const threeDSecureRoutes = (app: StripeApp): Route[] => [
  {
    method: 'GET',
    path: '/3d_secure_2/hosted',
    handle: ({ query }) => {
      const intent = findIntent(app, query);
      if (!intent) return page(404, '<h1>This page has expired</h1>');
      return intent.status === 'requires_action' ? page(200, challenge(intent)) : leave(intent);
    },
  },
  {
    method: 'POST',
    path: '/3d_secure_2/hosted',
    handle: (request) => {
      const form = new URLSearchParams(request.body);
      const intent = findIntent(app, form);
      if (!intent) return page(404, '<h1>This page has expired</h1>');
      return decide(app, intent, { outcome: form.get('outcome'), origin: request.headers.origin });
    },
  },
];

function decide(
  app: StripeApp,
  intent: Intent,
  { outcome, origin }: { readonly outcome: string | null; readonly origin: string | undefined },
): Answer {
  if (outcome !== 'authenticate' && outcome !== 'fail') return page(400, '<h1>Choose an outcome</h1>');
  if (origin !== undefined && origin !== app.url()) return page(403, '<h1>This page was sent from another one</h1>');
  authenticateIntent(onBehalf(app, intent), intent, outcome === 'authenticate');
  return leave(intent);
}

/** Only whoever has the client secret of an intent may act for its buyer. */
function findIntent({ state }: StripeApp, given: URLSearchParams): Intent | undefined {
  const secret = given.get('payment_intent_client_secret');
  return state.intents.find(({ id, clientSecret }) => id === given.get('payment_intent') && clientSecret === secret);
}

/** Back to the shop, or to the page around this one when Stripe.js shows it in a frame. */
function leave(intent: Intent): Answer {
  const { id, clientSecret, status, returnUrl, useStripeSdk } = intent;
  if (useStripeSdk || returnUrl === null)
    return page(200, `<p>Done.</p><script>parent.postMessage({ isChallengeOver: true }, '*')</script>`);
  const url = new URL(returnUrl);
  url.searchParams.set('payment_intent', id);
  url.searchParams.set('payment_intent_client_secret', clientSecret);
  url.searchParams.set('redirect_status', status === 'requires_payment_method' ? 'failed' : 'succeeded');
  return redirect(url.href);
}

const challenge = ({ id, clientSecret, amount, currency, livemode }: Intent): string => `<h1>Your bank</h1>
<p>A shop wants ${amount} units of ${escape(currency)}${livemode ? '' : ' (test)'}. Do you agree?</p>
<form method="post">
<input type="hidden" name="payment_intent" value="${escape(id)}">
<input type="hidden" name="payment_intent_client_secret" value="${escape(clientSecret)}">
<button name="outcome" value="authenticate" id="test-source-authorize-3ds">Complete authentication</button>
<button name="outcome" value="fail" id="test-source-fail-3ds">Fail authentication</button>
</form>`;

const page = (status: number, body: string): Answer =>
  html(
    status,
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>3D Secure</title><style>body { font: 16px sans-serif; max-width: 30rem; margin: 2rem auto; padding: 0 1rem; }
button { font: inherit; padding: 0.75rem 1rem; margin: 0.25rem 0; }</style><main>${body}</main></html>`,
  );

const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
