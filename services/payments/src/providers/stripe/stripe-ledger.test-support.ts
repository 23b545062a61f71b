/** Parameters of a request by their flat names, or the members of an error. */
export type Fields = Readonly<Record<string, unknown>>;

/** What Stripe answers instead of an object. */
export class StripeRefused extends Error {
  readonly status: number;
  readonly error: Fields;

  constructor(status: number, error: Fields) {
    super(String(error['message']));
    this.status = status;
    this.error = error;
  }
}

interface Intent {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly capture_method: string;
  readonly metadata: Fields;
  readonly method: string;
  readonly isMulticapture: boolean;
  status: string;
  amount_capturable: number;
  amount_received: number;
  amount_refunded: number;
  cancellation_reason: string | null;
  last_payment_error: Fields | null;
  next_action: Fields | null;
  return_url: string | null;
  isAuthenticated: boolean;
}

interface Refund {
  readonly id: string;
  readonly payment_intent: string;
  readonly amount: number;
  readonly metadata: Fields;
  readonly method: string;
  readonly at: number;
}

interface Performed {
  readonly object: unknown;
  readonly isLost?: boolean;
}

/** When refunds of the slow and the failing method are decided. */
export const refundMs = 24 * 60 * 60_000;

/** What Stripe's own test methods do here, by name. */
export const methods = {
  approving: 'pm_card_visa',
  declining: 'pm_card_visa_chargeDeclinedStolenCard',
  poor: 'pm_card_visa_chargeDeclinedInsufficientFunds',
  challenging: 'pm_card_threeDSecure2Required',
  silent: 'pm_card_answerLost',
  uncapturable: 'pm_card_captureFails',
  slowToRefund: 'pm_card_pendingRefund',
  failingToRefund: 'pm_card_refundFail',
} as const;

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
  /** False: an account without multicapture. */
  hasMulticapture = true;

  perform(method: string, resource: string, id: string, verb: string, fields: Fields): Performed {
    const name = `${method} ${resource}${id && '/id'}${verb && `/${verb}`}`;
    switch (name) {
      case 'GET payment_methods/id':
        return { object: this.#method(id) };
      case 'POST payment_intents':
        return { object: this.#show(this.#create(fields)) };
      case 'GET payment_intents/id':
        return { object: this.#show(this.#intent(id), fields) };
      case 'POST payment_intents/id/confirm': {
        const intent = this.#confirm(this.#intent(id), fields);
        return { object: this.#show(intent, fields), isLost: intent.method === methods.silent };
      }
      case 'POST payment_intents/id/capture':
        return { object: this.#show(this.#capture(this.#intent(id), fields)) };
      case 'POST payment_intents/id/cancel':
        return { object: this.#show(this.#cancel(this.#intent(id), fields)) };
      case 'POST refunds':
        return { object: this.#showRefund(this.#refund(fields)) };
      case 'GET refunds/id':
        return { object: this.#showRefund(this.#find(this.refunds, id, 'refund')) };
      case 'GET refunds': {
        const found = [...this.refunds.values()].filter((each) => each.payment_intent === fields['payment_intent']);
        return {
          object: {
            object: 'list',
            has_more: false,
            url: '/v1/refunds',
            data: found.map((each) => this.#showRefund(each)),
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
      payment_method: this.#method(intent.method),
    };
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
    this.#method(method);
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
    };
    this.intents.set(intent.id, intent);
    return intent;
  }

  #confirm(intent: Intent, fields: Fields): Intent {
    if (intent.status !== 'requires_confirmation') throw this.#unexpected(intent, 'confirm');
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
      payment_method: this.#method(intent.method),
    };
    intent.status = 'requires_payment_method';
    intent.last_payment_error = error;
    return new StripeRefused(402, { ...error, payment_intent: this.#show(intent) });
  }

  #capture(intent: Intent, fields: Fields): Intent {
    if (intent.status !== 'requires_capture') throw this.#unexpected(intent, 'capture');
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
    if (isOver || intent.amount_received > 0) throw this.#unexpected(intent, 'cancel');
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

  #showRefund({ id, payment_intent, amount, metadata, method, at }: Refund): Fields {
    const isRipe = this.now >= at + refundMs;
    const status =
      method === methods.slowToRefund && !isRipe
        ? 'pending'
        : method === methods.failingToRefund && isRipe
          ? 'failed'
          : 'succeeded';
    return {
      id,
      object: 'refund',
      payment_intent,
      amount,
      metadata,
      status,
      ...(status === 'failed' ? { failure_reason: 'expired_or_canceled_card' } : {}),
      destination_details: { type: 'card', card: { type: 'refund', reference_status: 'pending' } },
    };
  }

  #show(intent: Intent, fields: Fields = {}): Fields {
    const {
      method,
      isMulticapture: _,
      isAuthenticated,
      return_url: _url,
      amount_refunded: _refunded,
      ...shown
    } = intent;
    const isCharged =
      intent.status === 'succeeded' || intent.status === 'requires_capture' || intent.last_payment_error;
    const chargeId = `ch_of_${intent.id}`;
    const charge = {
      id: chargeId,
      object: 'charge',
      disputed: false,
      payment_method_details: this.#used(method, isAuthenticated),
    };
    return {
      ...shown,
      object: 'payment_intent',
      payment_method: intent.status === 'requires_payment_method' ? null : method,
      latest_charge: !isCharged ? null : fields['expand[0]'] === 'latest_charge' ? charge : chargeId,
    };
  }

  #used(method: string, isAuthenticated: boolean): Fields {
    const { card } = this.#method(method) as { card: Fields };
    const three_d_secure = isAuthenticated ? { result: 'authenticated', version: '2.2.0' } : null;
    return { type: 'card', card: { ...card, three_d_secure, network_transaction_id: '482910385719204' } };
  }

  #method(id: string): Fields {
    if (!Object.values(methods).some((known) => known === id))
      throw new StripeRefused(404, {
        type: 'invalid_request_error',
        code: 'resource_missing',
        param: 'payment_method',
        message: `No such PaymentMethod: '${id}'`,
      });
    return {
      id,
      object: 'payment_method',
      type: 'card',
      card: {
        brand: 'visa',
        funding: 'credit',
        last4: '4242',
        exp_month: 12,
        exp_year: 2034,
        country: 'US',
        fingerprint: 'Xt5EWLLDS7FJjR1c',
        wallet: null,
        checks: { cvc_check: 'pass', address_line1_check: null, address_postal_code_check: null },
      },
    };
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

  #unexpected(intent: Intent, verb: string): StripeRefused {
    return new StripeRefused(400, {
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      message: `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`,
      payment_intent: this.#show(intent),
    });
  }
}

const invalid = (message: string, code?: string, param?: string): StripeRefused =>
  new StripeRefused(400, {
    type: 'invalid_request_error',
    message,
    ...(code === undefined ? {} : { code }),
    ...(param === undefined ? {} : { param }),
  });

/** The members of `metadata[…]`. */
const metadataOf = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const member = /^metadata\[(\w+)\]$/.exec(name)?.[1];
      return member === undefined ? [] : [[member, value]];
    }),
  );
