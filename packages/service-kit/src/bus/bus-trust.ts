import { encodeAccount, encodeOperator, encodeUser, fmtCreds, type Account } from '@nats-io/jwt';
import { createUser, fromPublic, type KeyPair } from '@nats-io/nkeys';
import {
  busAccounts,
  exportsOf,
  importsOf,
  publishableIn,
  storingAccounts,
  type BusAccount,
  type BusNames,
} from './bus-accounts.ts';
import { deriveBusKey } from './bus-keys.ts';
import { hkdf } from '../secrets.ts';

export { storingAccounts, type BusAccount } from './bus-accounts.ts';

/** What a NATS user may publish to and subscribe to; everything else is refused. */
export interface BusPermissions {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

/**
 * Longest credentials of a user, in bytes: the control line that a server is configured to accept, less what else a
 * client sends in it.
 */
export const credentialsMaxBytes = 30_000;
const controlLineMaxBytes = 32_768; // a client shows its credentials in one line, and 4,096 hold about forty subjects

const unlimited = -1;
const connectionLimits = { data: unlimited, payload: unlimited, subs: unlimited };
const accountLimits = { ...connectionLimits, imports: unlimited, exports: unlimited, wildcards: true, conn: unlimited };
const jetStreamLimits = {
  mem_storage: unlimited,
  disk_storage: unlimited,
  streams: unlimited,
  consumer: unlimited,
  max_ack_pending: unlimited,
};

/** The keys of an account; its seed signs the account's users. */
export const deriveBusAccount = (root: string, account: BusAccount): KeyPair => deriveBusKey(root, 'account', account);

/** A user's signed permissions. */
export const signUser = (
  { account, user, name }: { readonly account: KeyPair; readonly user: KeyPair; readonly name: string },
  { publish, subscribe }: BusPermissions,
  options: { expiresAt?: Date; isBearer?: boolean } = {},
): Promise<string> =>
  encodeUser(
    name,
    user,
    account,
    {
      pub: { allow: [...publish] },
      sub: { allow: [...subscribe] },
      ...connectionLimits,
      ...(options.isBearer ? { bearer_token: true } : {}),
    },
    options.expiresAt ? { exp: Math.floor(options.expiresAt.getTime() / 1000) } : {},
  );

/** The text of a `.creds` file for an operator who repairs an account with streams by hand: it may do anything there. */
export async function administratorCredentials(
  root: string,
  { account, expiresAt }: { readonly account: BusAccount; readonly expiresAt: Date },
): Promise<string> {
  const [user, all] = [createUser(), { publish: ['>'], subscribe: ['>'] }];
  const jwt = await signUser({ account: deriveBusAccount(root, account), user, name: 'administrator' }, all, {
    expiresAt,
  });
  return new TextDecoder().decode(fmtCreds(jwt, user));
}

/**
 * The part of a nats-server's configuration that makes it trust the users of this platform and no others. It holds public
 * keys only.
 *
 * @param options.anonymousReads lets every client that reaches the server read all events without credentials: for a
 *   developer's machine, where the server listens on the loopback interface
 */
export async function busServerConfiguration(
  root: string,
  { anonymousReads = false, prefix = '' }: { anonymousReads?: boolean; prefix?: string } = {},
): Promise<string> {
  const operator = deriveBusKey(root, 'operator', 'mizan');
  const accounts = busAccounts.filter((account) => account !== 'anonymous' || anonymousReads);
  const keeper = deriveBusKey(root, 'user', 'keeper');
  const names = { prefix, passing: passingOfKeeper(new TextDecoder().decode(keeper.getSeed())) };
  const keys = accountKeysOf(root, accounts);
  const [operatorJwt, anonymousJwt, ...accountJwts] = await Promise.all([
    encodeOperator('mizan', operator, {
      system_account: keys.system ?? '',
      signing_keys: [deriveRevocationKey(root).getPublicKey()],
    }),
    anonymousReads ? signAnonymous(root, prefix) : undefined,
    ...accounts.map((account) => signAccount(account, { keys, importers: accounts, names, signer: operator })),
  ]);
  const preloaded = accounts.map((account, i) => `${keys[account]}: ${accountJwts[i]}`);
  return `max_control_line: ${controlLineMaxBytes}
operator: ${operatorJwt}
system_account: ${keys.system}
resolver: MEMORY
resolver_preload: {
  ${preloaded.join('\n  ')}
}
${anonymousJwt ? `default_sentinel: ${anonymousJwt}\n` : ''}`;
}

/** Public keys of accounts. */
export type AccountKeys = Partial<Record<BusAccount, string>>;

const accountKeysOf = (root: string, accounts: readonly BusAccount[]): AccountKeys =>
  Object.fromEntries(accounts.map((account) => [account, deriveBusAccount(root, account).getPublicKey()]));

/** Signs accounts that revoke users. The operator's identity, which can replace this key, is with no process. */
const deriveRevocationKey = (root: string): KeyPair => deriveBusKey(root, 'operator', 'revocations');

/** What the keeper needs, beside a user of the system account, to have a server refuse users of teams. */
export const deriveRevocationTrust = (root: string): { readonly signingSeed: string; readonly keys: AccountKeys } => ({
  signingSeed: new TextDecoder().decode(deriveRevocationKey(root).getSeed()),
  keys: accountKeysOf(root, ['teams', 'events']), // the teams' own, and those that they import from
});

/** What the operator says about an account. */
interface AccountTerms {
  /** Of the account and of all that it imports from. */
  readonly keys: AccountKeys;
  /** The accounts that may import from it. */
  readonly importers: readonly BusAccount[];
  readonly names: BusNames;
  /** The operator's identity, or one of its signing keys. */
  readonly signer: KeyPair;
  /** By public key of a user: credentials that were issued until this time, in Unix seconds, are refused. */
  readonly revocations?: Readonly<Record<string, number>>;
}

/** Signs an account: its limits, what crosses its boundary, and which users are refused. */
export const signAccount = (
  account: BusAccount,
  { signer, revocations = {}, ...terms }: AccountTerms,
): Promise<string> =>
  encodeAccount(
    account,
    fromPublic(terms.keys[account] ?? ''),
    { ...claimsOf(account, terms), ...(Object.keys(revocations).length > 0 ? { revocations } : {}) },
    { signer },
  );

function claimsOf(
  account: BusAccount,
  { keys, importers, names }: Pick<AccountTerms, 'keys' | 'importers' | 'names'>,
): Partial<Account> {
  return {
    limits: { ...accountLimits, ...(storingAccounts.includes(account) ? jetStreamLimits : {}) },
    exports: exportsOf(account, importers, names).map(({ type, subject }) => ({
      name: subject,
      subject,
      type,
      // A pull is answered by several messages; everything else by one, and then forgotten.
      ...(type === 'service' ? { response_type: subject.includes('.MSG.NEXT.') ? 'Stream' : 'Singleton' } : {}),
    })),
    imports: importsOf(account, names).map(({ from, type, subject, as }) => ({
      name: subject,
      subject,
      type,
      account: keys[from] ?? '',
      ...(as === undefined ? {} : { local_subject: as }),
    })),
  };
}

/** The secret name in {@link BusNames}: the server's configuration and the keeper, which holds its own seed, have it. */
export const passingOfKeeper = (keeperSeed: string): string => hkdf(keeperSeed, 'bus:passing', 16).toString('hex');

/** What a client without credentials becomes on a developer's machine. */
const signAnonymous = (root: string, prefix: string): Promise<string> =>
  signUser(
    { account: deriveBusAccount(root, 'anonymous'), user: deriveBusKey(root, 'user', 'anonymous'), name: 'anonymous' },
    { publish: publishableIn('anonymous', prefix), subscribe: ['_INBOX.>', `${prefix}events.v1.>`] },
    { isBearer: true },
  );
