import type { PaymobApp } from '../paymob-app.ts';
import type { OutcomeName, Transaction } from '../state.ts';
import { settlePayment } from './settle-payment.ts';
import { testOtp, testPin } from './test-cards.ts';

/** What the buyer typed at the bank, the wallet or the instalment provider. */
export interface StepInput {
  readonly otp?: string | null;
  /** Of a wallet. */
  readonly pin?: string | null;
  /** Months, of a plan. */
  readonly tenure?: number;
  readonly isCanceled?: boolean;
}

/** Plans of instalments that are offered, in months. */
export const tenures: readonly number[] = [3, 6, 12];

/** The payment that waits for this step. */
export const paymentOfStep = (app: PaymobApp, token: string): Transaction | undefined =>
  app.state.transactions.find(({ step }) => step?.token === token);

/** Ends a buyer's step: a wrong password declines the payment, as does a cancellation. A bill cannot be completed by a buyer. */
export function completeStep(app: PaymobApp, payment: Transaction, input: StepInput): void {
  const { step, source } = payment;
  if (!step || step.kind === 'bill') throw new Error('bug: no step for a buyer');
  const outcome = outcomeOf(step, input);
  if (step.kind === 'plan' && outcome === 'approved') source.tenure = input.tenure ?? null;
  payment.step = null;
  settlePayment(app, payment, outcome);
}

function outcomeOf({ kind, then }: NonNullable<Transaction['step']>, input: StepInput): OutcomeName {
  if (input.isCanceled) return 'canceled';
  if (input.otp !== testOtp || (kind === 'wallet' && input.pin !== testPin)) return 'authentication_failed';
  if (kind === 'plan' && !tenures.some((each) => each === input.tenure)) return 'declined';
  return then;
}
