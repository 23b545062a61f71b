import { redirect, type Answer, type Route, type StandInRequest } from '../../server/route.ts';
import { returnAddress } from '../callbacks.ts';
import { findIntention } from '../intentions/update-intention.ts';
import type { PaymobApp } from '../paymob-app.ts';
import { completeStep, paymentOfStep } from '../payments/complete-step.ts';
import { settlePayment } from '../payments/settle-payment.ts';
import { assertPayable, startPayment } from '../payments/start-payment.ts';
import { renderFrameResult } from '../pixel/frame-page.ts';
import { PaymobRefusal } from '../refusal.ts';
import type { Intention, Transaction } from '../state.ts';
import { renderCheckout } from './checkout-page.ts';
import { renderPage } from './layout.ts';
import { markup } from '../../server/markup.ts';
import { readForm, readMeans } from './read-form.ts';
import { renderResult, renderStep } from './step-page.ts';
import { languageOf, texts, type Texts } from './texts.ts';

/** The pages on which a buyer pays. They are not part of Paymob's API: only the first address is documented. */
export const pageRoutes = (app: PaymobApp): Route[] => [
  { method: 'GET', path: '/unifiedcheckout/', handle: (request) => showCheckout(app, request) },
  { method: 'POST', path: '/unifiedcheckout/pay', handle: (request) => pay(app, request) },
  { method: 'GET', path: '/unifiedcheckout/step/{token}', handle: (request) => showStep(app, request) },
  { method: 'POST', path: '/unifiedcheckout/step/{token}', handle: (request) => submitStep(app, request) },
  { method: 'GET', path: '/unifiedcheckout/status/{clientSecret}', handle: (request) => showStatus(app, request) },
];

function showCheckout(app: PaymobApp, request: StandInRequest): Answer {
  const publicKey = request.query.get('publicKey') ?? '';
  const intention = open(app, publicKey, request.query.get('clientSecret'));
  if (typeof intention === 'string') return renderProblem(request, intention);
  return renderCheckout(app, { intention, publicKey, language: languageOf(request) });
}

function pay(app: PaymobApp, request: StandInRequest): Answer {
  const form = readForm(request);
  const publicKey = form.get('publicKey') ?? '';
  const intention = open(app, publicKey, form.get('clientSecret'));
  const language = languageOf({ ...request, query: form });
  if (typeof intention === 'string') return renderProblem({ ...request, query: form }, intention);
  const { integration, means, invalid } = readMeans(app, intention, form);
  if (!integration) return renderProblem({ ...request, query: form }, 'gone');
  if (!means)
    return renderCheckout(app, {
      intention,
      publicKey,
      language,
      invalid: { integrationId: integration.id, fields: invalid },
    });
  const payment = startPayment(app, { intention, integration, means });
  if (payment.step) return redirect(`/unifiedcheckout/step/${payment.step.token}?lang=${language}`);
  return leave(app, payment, language);
}

function showStep(app: PaymobApp, request: StandInRequest): Answer {
  const payment = paymentOfStep(app, request.params['token'] ?? '');
  if (!payment?.step) return renderProblem(request, 'unpayable');
  const isFramed = request.query.get('frame') === '1';
  return renderStep(app, { payment, step: payment.step, language: languageOf(request), isFramed });
}

function submitStep(app: PaymobApp, request: StandInRequest): Answer {
  const form = readForm(request);
  const language = languageOf({ ...request, query: form });
  const payment = paymentOfStep(app, request.params['token'] ?? '');
  if (!payment?.step) return renderProblem({ ...request, query: form }, 'unpayable');
  if (payment.step.kind === 'bill') settlePayment(app, payment, payment.step.then);
  else
    completeStep(app, payment, {
      otp: form.get('otp'),
      pin: form.get('pin'),
      tenure: Number(form.get('tenure')),
      isCanceled: form.has('cancel'),
    });
  return form.get('frame') === '1' ? renderFrameResult(app, payment) : leave(app, payment, language);
}

function showStatus(app: PaymobApp, request: StandInRequest): Answer {
  const id = Number(request.query.get('transaction'));
  const intention = app.state.intentions.find(({ clientSecret }) => clientSecret === request.params['clientSecret']);
  const payment = app.state.transactions.find((each) => each.id === id && each.intentionId === intention?.id);
  return payment ? renderResult(app, payment, languageOf(request)) : renderProblem(request, 'gone');
}

/** Sends the buyer back to the shop. A result that is still pending has no return, and neither has cash. */
function leave(app: PaymobApp, payment: Transaction, language: string): Answer {
  const address = payment.outcome === 'pending' ? undefined : returnAddress(app, payment);
  const intention = app.state.intentions.find(({ id }) => id === payment.intentionId);
  return redirect(
    address ?? `/unifiedcheckout/status/${intention?.clientSecret}?transaction=${payment.id}&lang=${language}`,
  );
}

/** The intention, if the buyer can pay it, or why not. */
function open(app: PaymobApp, publicKey: string, clientSecret: string | null): Intention | 'gone' | 'unpayable' {
  try {
    const intention = findIntention(app, publicKey, clientSecret);
    assertPayable(app, intention);
    return intention;
  } catch (thrown) {
    if (!(thrown instanceof PaymobRefusal)) throw thrown;
    return thrown.answer.status === 404 ? 'gone' : 'unpayable';
  }
}

function renderProblem(request: Pick<StandInRequest, 'query' | 'headers'>, problem: 'gone' | 'unpayable'): Answer {
  const language = languageOf(request);
  const title: Texts[keyof Texts] = texts[language][problem];
  return renderPage({ language, title, status: problem === 'gone' ? 404 : 410, body: markup`<h1>${title}</h1>` });
}
