import { createHmac } from 'node:crypto';
import {
  bytesToBase62,
  command,
  newId,
  query,
  type RoutesOf,
  type Scope,
  type ServiceSecrets,
} from '@mizan/service-kit';
import { createAccount } from '../accounts/create-account.ts';
import { demoCurrenciesWith } from '../accounts/demo-terms.ts';
import { noFees } from '../accounts/no-fees.ts';
import { getAccountSettings } from '../settings/read-settings.ts';
import { getOperatorAccount, listAccounts } from '../accounts/read-accounts.ts';
import { updateAccountSettings } from '../settings/update-settings.ts';
import { updateAccount } from '../accounts/update-account.ts';
import type { KeyApp } from '../api-keys/api-key-format.ts';
import { enrolTwoFactor } from '../two-factor/enrol-two-factor.ts';
import { createBusUser, type BusSigning } from '../bus-users/create-bus-user.ts';
import { listBusUsers } from '../bus-users/read-bus-users.ts';
import { revokeBusUser } from '../bus-users/revoke-bus-user.ts';
import { createAccountKey } from './create-account-key.ts';
import { noScope, type EveryService } from './every-service.ts';
import { listAccountKeys } from './read-account-keys.ts';
import { listDeadLetters } from './read-dead-letters.ts';
import { getPlatformHealth } from './read-platform-health.ts';
import { requeueDeadLetters } from './requeue-dead-letters.ts';
import { revokeAccountKey, scopeOfAccountKey } from './revoke-account-key.ts';

/** What the operator's operations need of a running gateway. */
interface OperatorApp extends EveryService, BusSigning, KeyApp {
  readonly secrets: ServiceSecrets;
}

const ofAccount = async (merchantId: string): Promise<Scope> => ({ merchantId, livemode: false });
const ofLiveAccount = async (merchantId: string): Promise<Scope> => ({ merchantId, livemode: true });
const ofPlatform = async (): Promise<Scope> => noScope;

/** The operations of the platform's operator, whose token the public listener has checked. */
export const operatorRoutes = (app: OperatorApp) =>
  ({
    createAccount: command({
      scope: (_db, { idempotencyKey }) => ofAccount(newAccountId(app, idempotencyKey)),
      run: (tx, { body }) => {
        const supportedCurrencies = body.supportedCurrencies ?? demoCurrenciesWith(body.defaultCurrency);
        return createAccount(tx, {
          ...body,
          defaultLocale: body.defaultLocale ?? 'en',
          supportedCurrencies,
          feeSchedule: body.feeSchedule ?? noFees(supportedCurrencies),
          vatOnFeesPpm: body.vatOnFeesPpm ?? 0,
        });
      },
    }),
    listAccounts: query({ scope: ofPlatform, run: (reader, input) => listAccounts(reader, input.query) }),
    getOperatorAccount: query({
      scope: (_db, { params }) => ofAccount(params.id),
      run: (reader) => getOperatorAccount(reader),
    }),
    updateAccount: command({
      scope: (_db, { params }) => ofAccount(params.id),
      run: (tx, { body }) => updateAccount(tx, body),
    }),
    getAccountSettings: query({
      scope: (_db, { params }) => ofLiveAccount(params.id),
      run: (reader) => getAccountSettings(reader),
    }),
    updateAccountSettings: command({
      scope: (_db, { params }) => ofLiveAccount(params.id),
      run: (tx, { body }) => updateAccountSettings(tx, app, { changes: body, presented: null }),
    }),
    listAccountKeys: query({
      scope: (_db, { params }) => ofAccount(params.id),
      run: (reader, input) => listAccountKeys(reader, input.query),
    }),
    createAccountKey: command({
      scope: async (_db, { params, body }) => ({ merchantId: params.id, livemode: body.mode === 'live' }),
      run: (tx, { body }) => createAccountKey(tx, app, body),
    }),
    revokeAccountKey: command({
      scope: (db, { params }) => scopeOfAccountKey(db, params),
      run: (tx, { params }) => revokeAccountKey(tx, params.keyId),
    }),
    enrolTwoFactor: command({
      scope: (_db, { params }) => ofAccount(params.id),
      run: (tx) => enrolTwoFactor(tx, app),
    }),
    createBusUser: command({
      scope: async (_db, { body }) => ({ merchantId: body.merchantId ?? '', livemode: body.mode === 'live' }),
      run: (tx, { body }) => createBusUser(tx, app, body),
    }),
    listBusUsers: query({ scope: ofPlatform, run: (reader, input) => listBusUsers(reader, app, input.query) }),
    revokeBusUser: command({ scope: ofPlatform, run: (tx, { params }) => revokeBusUser(tx, app, params.id) }),
    getPlatformHealth: query({ scope: ofPlatform, run: () => getPlatformHealth(app) }),
    listDeadLetters: query({ scope: ofPlatform, run: (_reader, input) => listDeadLetters(app, input.query) }),
    requeueDeadLetters: command({
      scope: ofPlatform,
      load: (_context, { body }) => requeueDeadLetters(app, body),
      run: async (_tx, _input, requeued) => ({ requeued }),
    }),
  }) satisfies Partial<RoutesOf<'gateway'>>;

/** A retry under the same idempotency key must find the first response, so it must result in the same account. */
function newAccountId({ secrets }: OperatorApp, idempotencyKey: string | undefined): string {
  if (idempotencyKey === undefined) return newId('acct');
  const digest = createHmac('sha256', secrets.key('operator-accounts')).update(idempotencyKey).digest();
  return `acct_${bytesToBase62(digest, 24)}`;
}
