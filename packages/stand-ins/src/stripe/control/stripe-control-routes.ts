import { control, ControlRefusal, readJson } from '../../server/control-routes.ts';
import type { Route, StandInRequest } from '../../server/route.ts';
import { renderIntent } from '../payment-intents/render-intent.ts';
import { renderDispute } from '../disputes/dispute.ts';
import { settleRefund } from '../refunds/settle-refund.ts';
import { renderRefund } from '../refunds/render-refund.ts';
import { credentialsOf, revokeKey } from '../credentials.ts';
import type { Intent } from '../state.ts';
import type { StripeApp } from '../stripe-app.ts';
import { renderEndpoint } from '../webhooks/endpoints.ts';
import {
  addEndpointByControl,
  authenticateByControl,
  cancelByControl,
  captureByControl,
  decideByControl,
  disputeByControl,
  payByControl,
} from './control.ts';
import { renderDashboard } from './dashboard.ts';
import { listRecords } from './records.ts';

/** What only this stand-in's control can do, by HTTP. */
export function stripeControlRoutes(app: StripeApp): Route[] {
  const shown = (intent: Intent) => (app.save(), renderIntent(app, intent));
  return [
    { method: 'GET', path: '/_control/', handle: () => renderDashboard(app) },
    control('GET', '/_control/account', () => ({
      ...credentialsOf(app.state, false),
      live: credentialsOf(app.state, true),
    })),
    control('GET', '/_control/records', () => listRecords(app)),
    control('POST', '/_control/payment_intents/{id}/pay', (request) =>
      shown(payByControl(app, idOf(request), textOf(request, 'method') ?? 'pm_card_visa')),
    ),
    control('POST', '/_control/payment_intents/{id}/authenticate', (request) =>
      shown(authenticateByControl(app, idOf(request), flagOf(request, 'succeeds', true))),
    ),
    control('POST', '/_control/payment_intents/{id}/capture', (request) =>
      shown(captureByControl(app, idOf(request), amountOf(request))),
    ),
    control('POST', '/_control/payment_intents/{id}/cancel', (request) => shown(cancelByControl(app, idOf(request)))),
    control('POST', '/_control/refunds/{id}/settle', (request) => {
      const refund = app.state.refunds.find(({ id }) => id === idOf(request));
      if (!refund) throw new ControlRefusal('There is no such refund.');
      if (refund.status === 'failed') throw new ControlRefusal('The refund has failed already.');
      settleRefund(app, refund, flagOf(request, 'succeeds', true) ? 'succeeded' : 'failed');
      return renderRefund(refund);
    }),
    control('POST', '/_control/payment_intents/{id}/dispute', (request) => {
      const amount = amountOf(request);
      const reason = textOf(request, 'reason');
      const objection = {
        isInquiry: flagOf(request, 'inquiry', false),
        ...(amount !== undefined && { amount }),
        ...(reason !== undefined && { reason }),
      };
      const dispute = disputeByControl(app, idOf(request), objection);
      app.save();
      return renderDispute(app, dispute);
    }),
    control('POST', '/_control/disputes/{id}/decide', (request) => {
      const outcome = textOf(request, 'outcome');
      if (outcome !== 'won' && outcome !== 'lost' && outcome !== 'withdraw')
        throw new ControlRefusal('outcome must be won, lost or withdraw.');
      const dispute = decideByControl(app, idOf(request), outcome);
      app.save();
      return renderDispute(app, dispute);
    }),
    control('POST', '/_control/keys/revoke', (request) => {
      const { key } = readJson(request);
      const isRevoked = flagOf(request, 'revoked', true);
      if (typeof key !== 'string' || !revokeKey(app.state, key, isRevoked))
        throw new ControlRefusal('There is no such key.');
      app.save();
      return { revoked: isRevoked };
    }),
    control('POST', '/_control/webhook_endpoints', (request) => {
      const url = textOf(request, 'url');
      if (url === undefined || !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
        throw new ControlRefusal('url must be an address.');
      const endpoint = addEndpointByControl(app, { url, livemode: flagOf(request, 'livemode', false) });
      app.save();
      return renderEndpoint(endpoint, true);
    }),
  ];
}

const idOf = ({ params }: StandInRequest): string => params['id'] ?? '';

function textOf(request: StandInRequest, name: string): string | undefined {
  const value = readJson(request)[name];
  if (value !== undefined && typeof value !== 'string') throw new ControlRefusal(`${name} must be a text.`);
  return value;
}

function flagOf(request: StandInRequest, name: string, standard: boolean): boolean {
  const value = readJson(request)[name] ?? standard;
  if (typeof value !== 'boolean') throw new ControlRefusal(`${name} must be true or false.`);
  return value;
}

function amountOf(request: StandInRequest): number | undefined {
  const { amount } = readJson(request);
  if (amount !== undefined && !Number.isSafeInteger(amount)) throw new ControlRefusal('amount must be an integer.');
  return amount as number | undefined;
}
