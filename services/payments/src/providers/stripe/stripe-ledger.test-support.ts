import {
  invalid,
  methodOf,
  methods,
  showIntent,
  showRefund,
  StripeRefused,
  unexpectedState,
  type Fields,
  type Intent,
  type Refund,
} from './stripe-objects.test-support.ts';

interface Performed {
  readonly object: unknown;
  readonly isLost?: boolean;
}

const declineCodes: Readonly<Record<string, [declineCode: string, network: string]>> = {
  [methods.declining]: ['stolen_card', '43'],
  [methods.poor]: ['insufficient_funds', '51'],
};

/** The part of Stripe that keeps money: PaymentIntents, their captures, and refunds. */
export class StripeLedger {
  readonly intents = new Map<string, Intent>();
  readonly refunds = new Map<string, Refund>();
  /** What refunds ripen by. */
  now = 0;
  /** Seconds by which Stripe's clock is ahead of ours. */
  aheadSeconds = 0;
  /** False: an account without multicapture. */
  hasMulticapture = true;

  perform(method: string, resource: string, id: string, verb: string, fields: Fields): Performed {
    const name = `${method} ${resource}${id && '/id'}${verb && `/${verb}`}`;
    switch (name) {
      case 'GET payment_methods/id':
        return { object: methodOf(id) };
      case 'POST payment_intents':
        return { object: showIntent(this.#create(fields)) };
      case 'GET payment_intents/id':
        return { object: showIntent(this.#intent(id), fields) };
      case 'POST payment_intents/id/confirm': {
        const intent = this.#confirm(this.#intent(id), fields);
        return { object: showIntent(intent, fields), isLost: intent.method === methods.silent };
      }
      case 'POST payment_intents/id/capture':
        return { object: showIntent(this.#capture(this.#intent(id), fields)) };
      case 'POST payment_intents/id/cancel':
        return { object: showIntent(this.#cancel(this.#intent(id), fields)) };
      case 'POST refunds':
        return { object: showRefund(this.#refund(fields), this.now) };
      case 'GET refunds/id':
        return { object: showRefund(this.#find(this.refunds, id, 'refund'), this.now) };
      case 'GET refunds': {
        const found = [...this.refunds.values()].filter((each) => each.payment_intent === fields['payment_intent']);
        return {
          object: {
            object: 'list',
            has_more: false,
            url: '/v1/refunds',
            data: found.map((each) => showRefund(each, this.now)),
          },
        };
      }
      default:
        throw new Error(`the double has no ${name}`);
    }
  }

  /** What the buyer does on the bank's page of an intent; nothing when it waits for nobody. */
  authenticate(intentId: string, succeeds: boolean): void {
    const intent = this.#intent(intentId);
    if (intent.status !== 'requires_action') return;
    intent.next_action = null;
    if (succeeds) {
      intent.isAuthenticated = true;
      this.#approve(intent);
      return;
    }
    intent.status = 'requires_payment_method';
    intent.last_payment_error = {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message: 'The provided PaymentMethod has failed authentication.',
      payment_method: methodOf(intent.method),
    };
  }

  /** A declined intent is paid with another card, for which its client secret is enough. */
  payDeclined(intentId: string): void {
    const intent = this.#intent(intentId);
    if (intent.status !== 'requires_payment_method') throw unexpectedState(intent, 'confirm');
    intent.last_payment_error = null;
    this.#approve(intent);
  }

  /** The PaymentIntent of a charge, by the metadata that it was given. */
  intentOf(chargeId: string): Intent | undefined {
    return [...this.intents.values()].find(({ metadata }) => metadata['mizan_charge'] === chargeId);
  }

  #create(fields: Fields): Intent {
    if (Object.keys(fields).some((name) => name.startsWith('payment_method_types')))
      throw invalid('No longer supported.', 'payment_method_types_no_longer_supported');
    if (Number(fields['amount']) < 50) throw invalid('Amount must be at least 50.', 'amount_too_small', 'amount');
    const method = String(fields['payment_method']);
    methodOf(method);
    const intent: Intent = {
      id: `pi_${this.intents.size + 1}`,
      amount: Number(fields['amount']),
      currency: String(fields['currency']),
      capture_method: String(fields['capture_method']),
      metadata: metadataOf(fields),
      method,
      isMulticapture:
        this.hasMulticapture && fields['payment_method_options[card][request_multicapture]'] === 'if_available',
      status: 'requires_confirmation',
      amount_capturable: 0,
      amount_received: 0,
      amount_refunded: 0,
      cancellation_reason: null,
      last_payment_error: null,
      next_action: null,
      return_url: null,
      isAuthenticated: false,
      chargedAt: 0,
    };
    this.intents.set(intent.id, intent);
    return intent;
  }

  #confirm(intent: Intent, fields: Fields): Intent {
    if (intent.status !== 'requires_confirmation') throw unexpectedState(intent, 'confirm');
    const decline = declineCodes[intent.method];
    if (decline) throw this.#decline(intent, ...decline);
    intent.return_url = String(fields['return_url']);
    if (intent.method !== methods.challenging) this.#approve(intent);
    else {
      const url = `https://hooks.stripe.com/3d_secure_2/hosted?payment_intent=${intent.id}`;
      intent.status = 'requires_action';
      intent.next_action = { type: 'redirect_to_url', redirect_to_url: { url, return_url: intent.return_url } };
    }
    return intent;
  }

  #approve(intent: Intent): void {
    const isManual = intent.capture_method === 'manual';
    intent.chargedAt = Math.floor(Date.now() / 1000) + this.aheadSeconds;
    intent.status = isManual ? 'requires_capture' : 'succeeded';
    intent[isManual ? 'amount_capturable' : 'amount_received'] = intent.amount;
  }

  #decline(intent: Intent, declineCode: string, networkDeclineCode: string): StripeRefused {
    const error = {
      type: 'card_error',
      code: 'card_declined',
      decline_code: declineCode,
      network_decline_code: networkDeclineCode,
      advice_code: 'do_not_try_again',
      charge: `ch_of_${intent.id}`,
      message: 'Your card was declined.',
      payment_method: methodOf(intent.method),
    };
    intent.status = 'requires_payment_method';
    intent.last_payment_error = error;
    return new StripeRefused(402, { ...error, payment_intent: showIntent(intent) });
  }

  #capture(intent: Intent, fields: Fields): Intent {
    if (intent.status !== 'requires_capture') throw unexpectedState(intent, 'capture');
    if (intent.method === methods.uncapturable)
      throw new StripeRefused(402, { type: 'card_error', code: 'processing_error', message: 'Try again.' });
    const isFinal = fields['final_capture'] !== 'false';
    if (!isFinal && !intent.isMulticapture)
      throw invalid('final_capture is only for multicapture.', 'parameter_unknown', 'final_capture');
    const amount = Number(fields['amount_to_capture'] ?? intent.amount_capturable);
    if (amount === 0 && intent.amount_received === 0)
      throw invalid('Nothing to release.', undefined, 'amount_to_capture');
    if (amount > intent.amount_capturable)
      throw invalid('The amount is too large.', 'amount_too_large', 'amount_to_capture');
    intent.amount_received += amount;
    intent.amount_capturable = isFinal ? 0 : intent.amount_capturable - amount;
    if (isFinal) intent.status = 'succeeded';
    return intent;
  }

  #cancel(intent: Intent, fields: Fields): Intent {
    const isOver = intent.status === 'succeeded' || intent.status === 'canceled';
    if (isOver || intent.amount_received > 0) throw unexpectedState(intent, 'cancel');
    intent.status = 'canceled';
    intent.amount_capturable = 0;
    intent.next_action = null;
    intent.cancellation_reason =
      fields['cancellation_reason'] === undefined ? null : String(fields['cancellation_reason']);
    return intent;
  }

  #refund(fields: Fields): Refund {
    const intent = this.#intent(String(fields['payment_intent']));
    const amount = Number(fields['amount']);
    if (intent.amount_received === 0) throw invalid('This PaymentIntent does not have a successful charge to refund.');
    if (amount > intent.amount_received - intent.amount_refunded)
      throw invalid('Refund amount is greater than unrefunded amount on charge.', undefined, 'amount');
    intent.amount_refunded += amount;
    const refund = {
      id: `re_stripe_${this.refunds.size + 1}`,
      payment_intent: intent.id,
      amount,
      metadata: metadataOf(fields),
      method: intent.method,
      at: this.now,
    };
    this.refunds.set(refund.id, refund);
    return refund;
  }

  #intent(id: string): Intent {
    return this.#find(this.intents, id, 'payment_intent');
  }

  #find<Kept>(kept: ReadonlyMap<string, Kept>, id: string, name: string): Kept {
    const found = kept.get(id);
    if (!found)
      throw new StripeRefused(404, {
        type: 'invalid_request_error',
        code: 'resource_missing',
        param: 'intent',
        message: `No such ${name}: '${id}'`,
      });
    return found;
  }
}

/** The members of `metadata[…]`. */
const metadataOf = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const member = /^metadata\[(\w+)\]$/.exec(name)?.[1];
      return member === undefined ? [] : [[member, value]];
    }),
  );
