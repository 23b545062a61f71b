import type { KeyObject } from 'node:crypto';
import type { AccountProfile, calls as callTable, ReplyOf } from '@mizan/contracts';
import {
  AnswerCache,
  ClientSecrets,
  type BoundCalls,
  type Database,
  type Deps,
  type Metrics,
  type Scope,
  type ServiceSecrets,
} from '@mizan/service-kit';
import { z } from 'zod';

/** Environment of this service beyond what every service has. */
export const env = {
  MIZAN_PAYMENT_CLIENT_KEY: z
    .string()
    .refine((key) => Buffer.from(key, 'base64').length === 32, 'must be 32 bytes in base64')
    .describe('Key that the client secrets of payment intents are derived with, base64'),
  MIZAN_DISCOUNTS_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .max(3)
    .default(1)
    .describe('Discounts that one checkout may carry; they apply one after the other'),
};

/** The accounts of recent requests, so that creating a session does not fetch its account from the gateway each time. */
export type Accounts = AnswerCache<AccountProfile>;

/** What the parts of one running checkout share. */
export interface App {
  readonly db: Database;
  readonly metrics: Metrics;
  readonly secrets: ServiceSecrets;
  /** Of payment intents, which payments derives in the same way. */
  readonly paymentSecrets: ClientSecrets;
  readonly callsFor: (scope: Scope) => BoundCalls;
  /** Base of checkout links, without a slash at the end. */
  readonly publicUrl: string;
  /** Discounts that one checkout may carry. */
  readonly maxDiscounts: number;
  /** Hashes what a buyer is recognized by; see `discounts/buyer-marks.ts`. */
  readonly buyerMarkKey: KeyObject;
  readonly accounts: Accounts;
  /** The default payment method configurations of recent requests: none of them can be deleted. */
  readonly defaultConfigurations: AnswerCache<ReplyOf<(typeof callTable)['getPaymentMethodConfiguration']>>;
  /** What the live mode of recent accounts can take, and in which field their buyers enter cards. */
  readonly liveMethods: AnswerCache<ReplyOf<(typeof callTable)['getLiveMethods']>>;
}

/** How old a cached answer may be, milliseconds: a changed account or a replaced provider key is seen this soon. */
const maxAgeMs = 5_000;

/** Builds what one running checkout shares. */
export function buildApp({ db, metrics, secrets, calls, env: settings }: Deps<typeof env>): App {
  return {
    db,
    metrics,
    secrets,
    paymentSecrets: new ClientSecrets(Buffer.from(settings.MIZAN_PAYMENT_CLIENT_KEY, 'base64')),
    callsFor: (scope) => calls.bind(scope),
    publicUrl: settings.MIZAN_PUBLIC_URL.replace(/\/+$/, ''),
    maxDiscounts: settings.MIZAN_DISCOUNTS_MAX,
    buyerMarkKey: secrets.hashKey('buyer-marks'),
    accounts: new AnswerCache({
      fetch: (calls) => calls.getAccount({}),
      maxAgeMs,
      dropOn: ['account.updated', 'api_key.created', 'api_key.updated', 'api_key.revoked'],
    }),
    defaultConfigurations: new AnswerCache({
      fetch: (calls) => calls.getPaymentMethodConfiguration({ id: null, usedBy: null }),
      maxAgeMs,
      dropOn: ['payment_method_configuration.updated'],
    }),
    liveMethods: new AnswerCache({
      fetch: (calls) => calls.getLiveMethods({}),
      maxAgeMs,
      dropOn: ['account.updated', 'live_methods.changed'],
    }),
  };
}
