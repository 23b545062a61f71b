import { json, type Answer, type StandInRequest } from '../../server/route.ts';
import type { Integration } from '../account.ts';
import { callerByToken } from '../authenticate.ts';
import type { PaymobApp } from '../paymob-app.ts';
import { FieldReader, readBody } from '../read-fields.ts';
import { notFound } from '../refusal.ts';

const largestPage = 500;

/**
 * `GET /api/ecommerce/integrations`: the payment methods of the account, both modes unless `is_live` says which.
 *
 * @throws PaymobRefusal 401 token
 */
export function listIntegrations(app: PaymobApp, request: StandInRequest): Answer {
  callerByToken(app, request);
  const { query } = request;
  const isLive = query.get('is_live')?.toLowerCase();
  const found = app.state.account.integrations
    .filter((each) => isLive === undefined || String(each.isLive) === isLive)
    .filter(() => !['is_deprecated', 'is_standalone'].some((flag) => query.get(flag)?.toLowerCase() === 'true'));
  const size = Math.min(largestPage, Math.max(1, Number(query.get('page_size')) || 10));
  const page = Math.max(1, Number(query.get('page')) || 1);
  const results = found.slice((page - 1) * size, page * size).map(renderIntegration);
  return json(200, { count: found.length, next: null, previous: null, results });
}

/**
 * `GET /api/ecommerce/integrations/{id}`
 *
 * @throws PaymobRefusal 401 token, 404 unknown
 */
export function getIntegration(app: PaymobApp, request: StandInRequest): Answer {
  callerByToken(app, request);
  return json(200, renderIntegration(findById(app, request)));
}

/**
 * `PUT /api/ecommerce/integrations/{id}`: sets its name, or where its callbacks go.
 *
 * @throws PaymobRefusal 401 token, 404 unknown, 400 fields
 */
export function updateIntegration(app: PaymobApp, request: StandInRequest): Answer {
  callerByToken(app, request);
  const integration = findById(app, request);
  const reader = new FieldReader(readBody(request));
  const address = (name: string, current: string | null): string | null => {
    const value = reader.optional(name);
    return value === undefined ? current : reader.text(name, value, { max: 2000, isUrl: true });
  };
  const name = reader.optional('integration_name');
  const changes = {
    processedCallback: address('transaction_processed_callback', integration.processedCallback),
    responseCallback: address('transaction_response_callback', integration.responseCallback),
    name: name === undefined ? integration.name : reader.text('integration_name', name, { max: 50 }),
  };
  reader.finish();
  Object.assign(integration, changes);
  return json(200, renderIntegration(integration));
}

/**
 * `GET /api/auth/hmac_secret/get_hmac`: the secret that signs callbacks, of both modes.
 *
 * @throws PaymobRefusal 401 token
 */
export function getHmacSecret(app: PaymobApp, request: StandInRequest): Answer {
  callerByToken(app, request);
  return json(200, { hmac_secret: app.state.account.hmacSecret });
}

function findById(app: PaymobApp, { params }: StandInRequest): Integration {
  const found = app.state.account.integrations.find(({ id }) => String(id) === params['id']);
  if (!found) throw notFound();
  return found;
}

const renderIntegration = (integration: Integration): Readonly<Record<string, unknown>> => ({
  id: integration.id,
  gateway_type: integration.gatewayType,
  integration_type: integration.isMoto ? 'moto' : 'online',
  integration_name: integration.name,
  currency: integration.currency,
  is_live: integration.isLive,
  is_auth: integration.isAuth,
  is_standalone: false,
  installments: null,
  transaction_processed_callback: integration.processedCallback,
  transaction_response_callback: integration.responseCallback,
});
