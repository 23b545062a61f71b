import { json, type Answer, type StandInRequest } from '../../server/route.ts';
import type { Integration } from '../account.ts';
import { integrationOf, type PaymobApp } from '../paymob-app.ts';
import { FieldReader, readBody } from '../read-fields.ts';
import { notFound, operationRefusal, PaymobRefusal, refusal } from '../refusal.ts';
import { renderTransaction } from '../render-transaction.ts';
import type { Intention } from '../state.ts';
import { startPayment, type Means } from './start-payment.ts';

/** An Egyptian mobile number in the form that a wallet has. */
export const walletPhone = /^01[0125]\d{8}$/;

/**
 * `POST /api/acceptance/payments/pay {source: {identifier, subtype}, payment_token}`: charges a saved card whose owner is
 * absent (TOKEN), starts a wallet payment (WALLET) or a bill for a kiosk (AGGREGATOR). The payment token is a key of the
 * intention, which is all the authorization that the call has.
 *
 * @throws PaymobRefusal 401 payment token, 400 source, method or state, 404 saved card
 */
export function payDirectly(app: PaymobApp, request: StandInRequest): Answer {
  const reader = new FieldReader(readBody(request));
  const source = reader.object('source', reader.needed('source'), (fields) => ({
    identifier: fields.text('identifier', fields.needed('identifier'), { max: 255 }),
    subtype: fields.text('subtype', fields.needed('subtype'), { max: 20 }),
  }));
  const key = reader.text('payment_token', reader.needed('payment_token'), { max: 4000 });
  reader.finish();
  const { intention, integration } = findPaymentKey(app, key);
  const means = readMeans(app, { intention, integration, ...(source ?? { identifier: '', subtype: '' }) });
  const payment = startPayment(app, { intention, integration, means });
  const address = payment.step?.kind === 'wallet' ? `${app.url()}/unifiedcheckout/step/${payment.step.token}` : '';
  return json(200, {
    ...renderTransaction(app, payment, true),
    redirect_url: address,
    iframe_redirection_url: address,
  });
}

function findPaymentKey(app: PaymobApp, key: string): { intention: Intention; integration: Integration } {
  for (const intention of app.state.intentions) {
    const found = intention.paymentKeys.find((each) => each.key === key);
    if (found && !app.state.account.isRevoked)
      return { intention, integration: integrationOf(app, found.integrationId) };
  }
  throw refusal(401, 'Invalid payment token.');
}

interface Source {
  readonly intention: Intention;
  readonly integration: Integration;
  readonly identifier: string;
  readonly subtype: string;
}

function readMeans(app: PaymobApp, { intention, integration, identifier, subtype }: Source): Means {
  const assertIntegration = (isRight: boolean): void => {
    if (!isRight) throw operationRefusal(`The integration of this payment token does not take ${subtype}.`);
  };
  switch (subtype) {
    case 'TOKEN': {
      assertIntegration(integration.isMoto);
      const token = app.state.cardTokens.find((each) => each.token === identifier && each.isLive === intention.isLive);
      if (!token) throw notFound();
      return { type: 'saved_card', token, cvv: null };
    }
    case 'WALLET':
      assertIntegration(integration.kind === 'wallet');
      if (!walletPhone.test(identifier))
        throw new PaymobRefusal(400, { source: { identifier: ['Enter a valid mobile number.'] } });
      return { type: 'wallet', phone: identifier };
    case 'AGGREGATOR':
      assertIntegration(integration.kind === 'kiosk');
      if (identifier !== 'AGGREGATOR')
        throw new PaymobRefusal(400, { source: { identifier: ['Must be AGGREGATOR.'] } });
      return { type: 'kiosk' };
    default:
      throw new PaymobRefusal(400, { source: { subtype: ['Not a valid choice.'] } });
  }
}
