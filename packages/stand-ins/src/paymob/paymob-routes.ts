import type { Route, StandInRequest, Answer } from '../server/route.ts';
import { issueToken } from './authenticate.ts';
import { getHmacSecret, getIntegration, listIntegrations, updateIntegration } from './inquiry/integrations.ts';
import { getCardTokens, getOrder, getTransaction, inquire } from './inquiry/inquire.ts';
import { createIntention } from './intentions/create-intention.ts';
import { getElement, updateIntention } from './intentions/update-intention.ts';
import { capture } from './operations/capture.ts';
import { refund } from './operations/refund.ts';
import { voidPayment } from './operations/void-payment.ts';
import { pageRoutes } from './page/page-routes.ts';
import type { PaymobApp } from './paymob-app.ts';
import { payDirectly } from './payments/pay-directly.ts';
import { pixelRoutes } from './pixel/pixel-routes.ts';

type Handler = (app: PaymobApp, request: StandInRequest) => Answer;

/** Paymob's HTTP API, and behind it the pages for buyers. Paths are exact: a slash too many or too few is another path. */
export function paymobRoutes(app: PaymobApp): Route[] {
  const route = (method: Route['method'], path: string, handler: Handler): Route => ({
    method,
    path,
    handle: (request) => handler(app, request),
  });
  return [
    route('POST', '/api/auth/tokens', issueToken),
    route('GET', '/api/auth/hmac_secret/get_hmac', getHmacSecret),
    route('POST', '/v1/intention/', createIntention),
    route('PUT', '/v1/intention/{client_secret}', updateIntention),
    route('GET', '/v1/intention/element/{public_key}/{client_secret}/', getElement),
    route('POST', '/api/acceptance/payments/pay', payDirectly),
    route('POST', '/api/acceptance/void_refund/refund', refund),
    route('POST', '/api/acceptance/void_refund/void', voidPayment),
    route('POST', '/api/acceptance/capture', capture),
    route('POST', '/api/acceptance/order_card_tokens', getCardTokens),
    route('GET', '/api/acceptance/transactions/{id}', getTransaction),
    route('POST', '/api/ecommerce/orders/transaction_inquiry', inquire),
    route('GET', '/api/ecommerce/orders/{id}', getOrder),
    route('GET', '/api/ecommerce/integrations', listIntegrations),
    route('GET', '/api/ecommerce/integrations/{id}', getIntegration),
    route('PUT', '/api/ecommerce/integrations/{id}', updateIntegration),
    ...pageRoutes(app),
    ...pixelRoutes(app),
  ];
}
