import { serviceNames } from '@mizan/contracts';
import { commonEnv } from '@mizan/service-kit';
import { keeperEnv } from '@mizan/service-kit/bus-keeper';
import { catalogEnv } from '@mizan/catalog/config';
import { env as checkoutEnv } from '@mizan/checkout/config';
import { gatewayEnv } from '@mizan/gateway/config';
import { env as paymentsEnv } from '@mizan/payments/config';
import { webhooksEnv } from '@mizan/webhooks/config';

/** What Node and the kit read before a service's settings are parsed. */
const early = ['LOG_LEVEL', 'MIZAN_SERVICE_NAME', 'NODE_ENV', 'NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS'];

/** Every variable that a service or the bus keeper reads: a deployment that sets another has misspelt one. */
export const knownSettings: ReadonlySet<string> = new Set([
  ...[commonEnv, catalogEnv, checkoutEnv, gatewayEnv, paymentsEnv, webhooksEnv, keeperEnv].flatMap((shape) =>
    Object.keys(shape),
  ),
  ...serviceNames.map((name) => `MIZAN_${name.toUpperCase()}_URL`),
  ...early,
]);
