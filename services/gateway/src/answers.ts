import { query, readRepair, system, type AnswersOf, type Database, type ServiceSecrets } from '@mizan/service-kit';
import { toAccountProfile } from './accounts/account.resource.ts';
import { listLiveMailAccounts, loadAccount } from './accounts/read-accounts.ts';
import { originsOfKeys } from './api-keys/allowed-origins.ts';
import { listRevokedBusUsers } from './bus-users/read-bus-users.ts';
import { assertSecondFactor, countCode } from './two-factor/assert-second-factor.ts';

/** What the other services and the bus keeper call. */
export const answers = ({
  db,
  secrets,
}: {
  readonly db: Database;
  readonly secrets: ServiceSecrets;
}): AnswersOf<'gateway'> => ({
  getAccount: query(async (reader) => {
    const [account, origins] = await Promise.all([loadAccount(reader), originsOfKeys(reader)]);
    const profile = toAccountProfile(account, reader.scope.livemode);
    return { ...profile, allowedOrigins: [...new Set([...profile.allowedOrigins, ...origins])] };
  }),
  listLiveMailAccounts: system(({ system: reader }) => listLiveMailAccounts(reader)),
  listRevokedBusUsers: system(({ system: reader }) => listRevokedBusUsers(reader)),
  useSecondFactor: readRepair(async ({ transact }, { body: { keyId, code, isRetry } }) => {
    await countCode(db, { keyId, code });
    await transact((tx) => assertSecondFactor(tx, { secrets, mayRepeat: isRetry }, { keyId, code }));
    return {};
  }),
});
