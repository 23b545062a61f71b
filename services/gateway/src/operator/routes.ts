import { createHmac } from 'node:crypto';
import type { Operations } from '@mizan/contracts';
import {
  bytesToBase62,
  command,
  newId,
  query,
  type OperationInput,
  type RoutesOf,
  type Scope,
  type ServiceSecrets,
} from '@mizan/service-kit';
import { createAccount } from '../accounts/create-account.ts';
import { demoCurrenciesWith, demoFeeSchedule, demoVatOnFeesPpm } from '../accounts/demo-terms.ts';
import { loadAccount } from '../accounts/find-account.ts';
import { listAccounts } from '../accounts/read-accounts.ts';
import { updateAccount } from '../accounts/update-account.ts';
import { createApiKey } from '../api-keys/create-api-key.ts';
import { keyExpiry } from '../api-keys/key-expiry.ts';
import { keyPepper } from '../api-keys/key-pepper.ts';
import { enrolTwoFactor } from '../two-factor/enrol-two-factor.ts';

type InputOf<Id extends keyof Operations> = OperationInput<Operations[Id]>;
type Routes = Pick<
  RoutesOf<'gateway'>,
  'createAccount' | 'listAccounts' | 'updateAccount' | 'createAccountKey' | 'enrolTwoFactor'
>;

const ofAccount = async (merchantId: string): Promise<Scope> => ({ merchantId, livemode: false });

/** What whoever runs the platform may do; the front has checked the operator's token. */
export function operatorRoutes(secrets: ServiceSecrets): Routes {
  const pepper = keyPepper(secrets);
  /** A repeat under the same idempotency key must find the first answer, so it must mean the same account. */
  const newAccountId = (idempotencyKey: string | undefined): string =>
    idempotencyKey === undefined
      ? newId('acct')
      : `acct_${bytesToBase62(createHmac('sha256', secrets.key('operator-accounts')).update(idempotencyKey).digest(), 24)}`;
  return {
    createAccount: command({
      scope: (_db, { idempotencyKey }: InputOf<'createAccount'>) => ofAccount(newAccountId(idempotencyKey)),
      run: (tx, { body }) =>
        createAccount(tx, {
          ...body,
          defaultLocale: body.defaultLocale ?? 'en',
          supportedCurrencies: body.supportedCurrencies ?? demoCurrenciesWith(body.defaultCurrency),
          feeSchedule: body.feeSchedule ?? demoFeeSchedule,
          vatOnFeesPpm: body.vatOnFeesPpm ?? demoVatOnFeesPpm,
          logo: body.logo ?? undefined,
        }),
    }),
    listAccounts: query({
      scope: () => ofAccount(''), // the one list that is nobody's own
      run: (reader, input: InputOf<'listAccounts'>) => listAccounts(reader, input.query),
    }),
    updateAccount: command({
      scope: (_db, { params }: InputOf<'updateAccount'>) => ofAccount(params.id),
      run: (tx, { body }) => updateAccount(tx, body),
    }),
    createAccountKey: command({
      scope: async (_db, { params, body }: InputOf<'createAccountKey'>) => ({
        merchantId: params.id,
        livemode: body.mode === 'live',
      }),
      run: async (tx, { body }) => {
        await loadAccount(tx);
        const { apiKey, key } = await createApiKey(tx, pepper, {
          type: body.type,
          name: body.name,
          permissions: body.permissions ?? [],
          ipAllowlist: body.ipAllowlist ?? [],
          allowedOrigins: body.allowedOrigins ?? [],
          expiresAt: keyExpiry(body.expiresAt),
        });
        return { ...apiKey, secret: key };
      },
    }),
    enrolTwoFactor: command({
      scope: (_db, { params }: InputOf<'enrolTwoFactor'>) => ofAccount(params.id),
      run: (tx) => enrolTwoFactor(tx, secrets),
    }),
  };
}
