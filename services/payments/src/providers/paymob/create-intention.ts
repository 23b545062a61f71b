import type { AuthorizeRequest } from '../port/provider.ts';
import { billingOf } from './billing.ts';
import { Intention } from './paymob-objects.ts';
import type { PaymobContext } from './paymob-store.ts';
import { isRefusal, PaymobRefusal, PaymobUnanswered } from './read-error.ts';
import { maxReferences, referenceOf } from '../port/references.ts';

/** Requests without an answer, of which two are made. */
const maxUnanswered = 2;

/** An intention, and what Paymob knows it by. */
export interface CreatedIntention {
  readonly intention: Intention;
  readonly reference: string;
}

/**
 * Creates the intention of a charge, which moves no money. A lost answer may have left one behind: no buyer ever sees it,
 * and the next one has another reference, because Paymob refuses one that was used before.
 *
 * @param windowMs how long it can be paid
 * @throws PaymobRefusal, PaymobUnanswered
 */
export async function createIntention(
  context: PaymobContext,
  request: AuthorizeRequest,
  windowMs: number,
): Promise<CreatedIntention> {
  let unanswered = 0;
  for (let n = 1; ; n += 1) {
    const reference = referenceOf(request.chargeId, n);
    try {
      return { intention: await send(context, request, { reference, windowMs }), reference };
    } catch (thrown) {
      const isUsed = isRefusal(thrown) && thrown.status === 400 && thrown.fields.includes('special_reference');
      if (thrown instanceof PaymobUnanswered) unanswered += 1;
      else if (!isUsed) throw thrown;
      if (n === maxReferences || unanswered === maxUnanswered) throw thrown;
    }
  }
}

function send(
  context: PaymobContext,
  { amount, currency, buyer, chargeId, captureMethod, method }: AuthorizeRequest,
  { reference, windowMs }: { readonly reference: string; readonly windowMs: number },
): Promise<Intention> {
  const integration = context.integrationOf({ captureMethod, method });
  if (integration === undefined)
    throw new PaymobRefusal(404, {
      detail: `The connection has no integration for ${method.type}, ${captureMethod} capture.`,
    });
  return context.client.send({
    method: 'POST',
    path: '/v1/intention/',
    body: {
      amount,
      currency,
      payment_methods: [integration],
      // One line: Paymob's documents disagree on whether an item's amount is that of a piece or of the line.
      items: [{ name: chargeId, amount, quantity: 1 }],
      billing_data: billingOf(buyer),
      special_reference: reference,
      notification_url: context.callbackUrl,
      redirection_url: context.returnUrl,
      expiration: Math.floor(windowMs / 1000),
      extras: { charge: chargeId },
    },
    answer: Intention,
  });
}
