import type { Answer } from '../../server/route.ts';
import { integrationOf, intentionOf, type PaymobApp } from '../paymob-app.ts';
import { tenures } from '../payments/complete-step.ts';
import type { BuyerStep, Transaction } from '../state.ts';
import { field, formatAmount, hidden, renderPage } from './layout.ts';
import { markup, type Markup } from '../../server/markup.ts';
import { texts, type Language, type Texts } from './texts.ts';

export interface StepView {
  readonly payment: Transaction;
  readonly step: BuyerStep;
  readonly language: Language;
  /** The step runs inside the embedded field of a shop's page. */
  readonly isFramed: boolean;
}

/** The page of a bank, a wallet, an instalment provider, or the bill for an outlet. */
export function renderStep(app: PaymobApp, { payment, step, language, isFramed }: StepView): Answer {
  const text = texts[language];
  const amount = formatAmount(payment.amount, app.state.account.country, language);
  const action = `/unifiedcheckout/step/${step.token}`;
  const fixed = hidden({ lang: language, ...(isFramed && { frame: '1' }) });
  const body =
    step.kind === 'bill'
      ? markup`<h2>${text.reference}</h2><p class="reference"><bdi>${payment.id}</bdi></p><p>${text.billHelp}</p>
        <form method="post" action="${action}">${fixed}<button name="paid" value="1">${text.paidAtOutlet}</button></form>`
      : markup`<h2>${titleOf(app, payment, text)}</h2>
        <form method="post" action="${action}">${fixed}${fieldsOf(step.kind, text)}<button>${text.continue}</button></form>
        <form method="post" action="${action}">${fixed}
        <button class="quiet" name="cancel" value="1">${text.cancel}</button></form>`;
  return renderPage({ language, title: amount, isFramed, body: markup`<h1>${amount}</h1><section>${body}</section>` });
}

function titleOf(app: PaymobApp, payment: Transaction, text: Texts): string {
  const { kind, gatewayType } = integrationOf(app, payment.integrationId);
  if (kind === 'wallet') return text.wallet;
  return kind === 'instalments' ? `${text.instalments} – ${gatewayType}` : text.challenge;
}

function fieldsOf(kind: BuyerStep['kind'], text: Texts): Markup {
  const otp = field('otp', text.otp);
  if (kind === 'wallet') return markup`${field('pin', text.pin)}${otp}`;
  if (kind !== 'plan') return otp;
  const plans = tenures.map((months) => markup`<option value="${months}">${months} ${text.months}</option>`);
  return markup`${otp}<label>${text.plan}<select name="tenure">${plans}</select></label>`;
}

/** What a buyer sees of a result when there is no shop to return to. */
export function renderResult(app: PaymobApp, payment: Transaction, language: Language): Answer {
  const text = texts[language];
  const amount = formatAmount(payment.amount, app.state.account.country, language);
  const result =
    payment.outcome === 'approved' ? text.approved : payment.outcome === 'pending' ? text.pending : text.declined;
  const { specialReference } = intentionOf(app, payment);
  return renderPage({
    language,
    title: result,
    body: markup`<h1>${result}</h1><p>${amount}</p><p dir="ltr">${payment.id} ${specialReference}</p>`,
  });
}
