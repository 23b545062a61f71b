import { readFileSync } from 'node:fs';
import { json, type Answer, type Route, type StandInRequest } from '../../server/route.ts';
import { returnFields } from '../callbacks.ts';
import { findIntention } from '../intentions/update-intention.ts';
import { integrationOf, type PaymobApp } from '../paymob-app.ts';
import { renderPage } from '../page/layout.ts';
import { markup } from '../../server/markup.ts';
import { readMeans } from '../page/read-form.ts';
import { languageOf, texts } from '../page/texts.ts';
import { assertPayable, integrationFor, startPayment } from '../payments/start-payment.ts';
import { readBody } from '../read-fields.ts';
import { operationRefusal, PaymobRefusal } from '../refusal.ts';
import type { Intention } from '../state.ts';
import { renderFrame } from './frame-page.ts';

/** An intention can be paid in the embedded field for an hour, whatever its own expiration is. */
const pixelLifetimeMs = 60 * 60 * 1000;

const methods = { card: 'card', 'apple-pay': 'apple_pay', 'google-pay': 'google_pay' } as const;
const isMethod = (name: unknown): name is keyof typeof methods => typeof name === 'string' && name in methods;

/** The embedded field. Documented is `main.js` alone; the frame that it opens and where the card goes are its own affair. */
export const pixelRoutes = (app: PaymobApp): Route[] => [
  { method: 'GET', path: '/pixel/main.js', handle: () => serveScript('pixel.js') },
  { method: 'GET', path: '/pixel/frame.js', handle: () => serveScript('frame.js') },
  { method: 'GET', path: '/pixel/frame', handle: (request) => showFrame(app, request) },
  { method: 'POST', path: '/pixel/pay', handle: (request) => pay(app, request) },
];

const serveScript = (file: 'pixel.js' | 'frame.js'): Answer => ({
  status: 200,
  headers: {
    'content-type': 'text/javascript; charset=utf-8',
    'access-control-allow-origin': '*', // a module is loaded from the shop's origin
  },
  body: readFileSync(new URL(file, import.meta.url), 'utf8'),
});

function showFrame(app: PaymobApp, request: StandInRequest): Answer {
  const { query } = request;
  const language = languageOf(request);
  const publicKey = query.get('publicKey') ?? '';
  try {
    const intention = findPayable(app, publicKey, query.get('clientSecret'));
    const integrations = intention.paymentMethods.map((id) => integrationOf(app, id));
    return renderFrame(app, {
      intention,
      publicKey,
      language,
      integrations: (query.get('methods') ?? 'card')
        .split(',')
        .flatMap((name) => (isMethod(name) ? (integrationFor(integrations, methods[name]) ?? []) : [])),
      isPayDisabled: query.has('disablePay'),
      saving: query.has('forceSaveCard') ? 'forced' : query.has('showSaveCard') ? 'offered' : 'hidden',
    });
  } catch (thrown) {
    if (!(thrown instanceof PaymobRefusal)) throw thrown;
    const title = thrown.answer.status === 404 ? texts[language].gone : texts[language].unpayable;
    const body = markup`<p class="error">${title}</p>`;
    return renderPage({ language, title, status: thrown.answer.status, isFramed: true, body });
  }
}

/** Takes the card from the frame: `{step}` names what the buyer has to do next, `{response}` is a result, `{invalid}` lists fields. */
function pay(app: PaymobApp, request: StandInRequest): Answer {
  const body = readBody(request);
  const { method } = body;
  const intention = findPayable(app, body['publicKey'], body['clientSecret']);
  const type = isMethod(method) ? methods[method] : undefined;
  const integration =
    type &&
    integrationFor(
      intention.paymentMethods.map((id) => integrationOf(app, id)),
      type,
    );
  if (!type || !integration) throw operationRefusal('This payment method is not available.');
  const form = new URLSearchParams({ type, integration: String(integration.id) });
  for (const name of ['number', 'expiry', 'cvv']) {
    const value = body[name];
    form.set(name, typeof value === 'string' ? value : '');
  }
  if (body['save'] === true) form.set('save', '1');
  const { means, invalid } = readMeans(app, intention, form);
  if (!means) return json(400, { invalid });
  const payment = startPayment(app, { intention, integration, means });
  return json(
    200,
    payment.step ? { step: `/unifiedcheckout/step/${payment.step.token}` } : { response: returnFields(app, payment) },
  );
}

function findPayable(app: PaymobApp, publicKey: unknown, clientSecret: unknown): Intention {
  const intention = findIntention(app, publicKey, clientSecret);
  assertPayable(app, intention);
  if (app.clock.now() >= intention.createdAt + pixelLifetimeMs)
    throw operationRefusal('The client secret has expired.');
  return intention;
}
