import { readFileSync } from 'node:fs';
import { AnswerCache, type Deps } from '@mizan/service-kit';
import type { env as envShape } from './config.ts';
import { watchSurplus } from './late-successes/watch-surplus.ts';
import type { App } from './payment/app.ts';
import { watchConnections } from './provider-connections/watch-connections.ts';
import { createProviders } from './providers/registry.ts';
import { PublicLinks } from './payment/public-links.ts';
import { OrderCache } from './payment/order-cache.ts';

const accountMaxAgeMs = 5_000;

/** What a running service has. */
export function buildApp({ env, db, secrets, calls, metrics }: Deps<typeof envShape>): App {
  watchSurplus({ db, metrics });
  watchConnections({ db, metrics });
  const publicUrl = env.MIZAN_PUBLIC_URL.replace(/\/+$/, '');
  return {
    db,
    secrets,
    metrics,
    accounts: new AnswerCache({
      fetch: (calls) => calls.getAccount({}),
      maxAgeMs: accountMaxAgeMs,
      dropOn: ['account.updated'],
    }),
    providers: createProviders({
      db,
      secrets,
      metrics,
      publicUrl,
      apiUrl: env.MIZAN_STRIPE_API_URL,
      scriptUrl: env.MIZAN_STRIPE_JS_URL,
      paymobUrls: {
        egy: env.MIZAN_PAYMOB_EGYPT_API_URL,
        ksa: env.MIZAN_PAYMOB_KSA_API_URL,
        are: env.MIZAN_PAYMOB_UAE_API_URL,
        omn: env.MIZAN_PAYMOB_OMAN_API_URL,
      },
      pixelUrl: env.MIZAN_PAYMOB_PIXEL_URL,
      fawryUrl: env.MIZAN_FAWRY_API_URL,
      tabbyUrls: {
        AE: env.MIZAN_TABBY_API_URL,
        KW: env.MIZAN_TABBY_API_URL,
        SA: env.MIZAN_TABBY_KSA_API_URL,
      },
      tamaraUrl: env.MIZAN_TAMARA_API_URL,
    }),
    callsFor: (scope) => calls.bind(scope),
    orders: new OrderCache(),
    receipts: new PublicLinks(secrets.hashKey('receipts'), { publicUrl, path: 'receipts', prefixes: ['ch', 're'] }),
    refundPages: new PublicLinks(secrets.hashKey('refund-pages'), { publicUrl, path: 'r', prefixes: ['re'] }),
    cardTestingLimits: {
      declinesPerHour: env.MIZAN_CARD_DECLINES_PER_HOUR,
      linkConfirmsPerHour: env.MIZAN_CARD_LINK_CONFIRMS_PER_HOUR,
      attemptsPerCardAndDay: env.MIZAN_CARD_ATTEMPTS_PER_DAY,
    },
    settlementRulesOf: ({ livemode }) => ({
      isInstant: !livemode && env.MIZAN_TEST_SETTLEMENT === 'instant',
      delayDays: env.MIZAN_SETTLEMENT_DELAY_DAYS,
    }),
    ledgerVerifySeconds: env.MIZAN_LEDGER_VERIFY_SECONDS,
    allowsSandboxes: env.MIZAN_PROVIDER_SANDBOX === 'allow',
    appleDomainFile: env.MIZAN_APPLE_DOMAIN_FILE ? readFileSync(env.MIZAN_APPLE_DOMAIN_FILE, 'utf8') : null,
    publicUrl,
    docsUrl: `${publicUrl}/docs`,
  };
}
