import { z } from 'zod';
import { listOf, listQuery } from '../list-grammar.ts';
import { deletedResource, operation, serviceNames } from '../operation.ts';
import { CreateBusUser } from '../requests/bus-user-input.ts';
import { UpdateAccountSettings } from '../requests/account-settings-input.ts';
import { CreateAccount, CreateAccountKey, UpdateAccount } from '../requests/operator-input.ts';
import { AccountSettings } from '../resources/account-settings.ts';
import { AccountProfile } from '../resources/account.ts';
import { ApiKey, ApiKeyWithSecret } from '../resources/api-key.ts';
import { BusUser, BusUserStatus, BusUserWithCredentials } from '../resources/bus-user.ts';
import { LedgerVerification } from '../resources/ledger-verification.ts';
import { Mail, MailStatus } from '../resources/mail.ts';
import { DeadLetter, PlatformHealth, RequeueDeadLetters } from '../resources/service-health.ts';

const operator = { service: 'gateway', audience: 'operator', permission: null } as const;

/** The operations of the operator, with the operator's token: the `mizan` command calls these. */
export const operatorOperations = {
  createAccount: operation('POST /operator/accounts', {
    ...operator,
    summary: 'Create an account',
    description:
      'If you omit `supportedCurrencies`, the account accepts the currencies of the demo account and its default currency, with every method. If you omit `feeSchedule`, its payments cost no fee; if you omit `vatOnFeesPpm`, fees have no VAT.',
    body: CreateAccount,
    example: { displayName: 'Siwa Trading', country: 'EG', defaultCurrency: 'EGP' },
    response: AccountProfile,
    status: 201,
    errors: ['resource_already_exists'],
  }),
  listAccounts: operation('GET /operator/accounts', {
    ...operator,
    summary: 'List accounts',
    description: 'All merchant accounts of the platform, newest first.',
    query: listQuery({}),
    response: listOf(AccountProfile).meta({ id: 'AccountList', description: 'A page of accounts.' }),
    errors: ['parameter_out_of_range'],
  }),
  getOperatorAccount: operation('GET /operator/accounts/{id}', {
    ...operator,
    summary: 'Retrieve an account',
    description: 'With its terms: fees, currencies and whether it takes live payments.',
    response: AccountProfile,
  }),
  updateAccount: operation('PATCH /operator/accounts/{id}', {
    ...operator,
    summary: 'Update an account',
    description: 'Fields that you leave out stay as they are.',
    body: UpdateAccount,
    example: { displayName: 'Siwa Trading Company' },
    response: AccountProfile,
  }),
  getAccountSettings: operation('GET /operator/accounts/{id}/settings', {
    ...operator,
    summary: 'Retrieve the settings of an account',
    description: 'The settings of live mode that the merchant can also read and change.',
    response: AccountSettings,
  }),
  updateAccountSettings: operation('PATCH /operator/accounts/{id}/settings', {
    ...operator,
    summary: 'Update the settings of an account',
    description: 'Changes the settings of live mode. Those of test mode are changed with a test key.',
    body: UpdateAccountSettings,
    example: { defaultLocale: 'ar-EG' },
    echoes: ['object'],
    response: AccountSettings,
  }),
  listAccountKeys: operation('GET /operator/accounts/{id}/keys', {
    ...operator,
    summary: 'List the API keys of an account',
    description: 'Those of both modes, newest first, including revoked ones. None contains the key itself.',
    query: listQuery({}),
    response: listOf(ApiKey).meta({ id: 'AccountKeyList', description: 'A page of API keys of an account.' }),
    errors: ['parameter_out_of_range'],
  }),
  createAccountKey: operation('POST /operator/accounts/{id}/keys', {
    ...operator,
    summary: 'Create an API key for an account',
    description: 'The response is the only one that contains the key. Give it to the merchant over a safe channel.',
    body: CreateAccountKey,
    example: { name: 'Server', type: 'SECRET', mode: 'test' },
    response: ApiKeyWithSecret,
    status: 201,
    errors: ['parameter_missing', 'resource_limit_reached'],
  }),
  revokeAccountKey: operation('DELETE /operator/accounts/{id}/keys/{keyId}', {
    ...operator,
    summary: 'Revoke an API key of an account',
    description: 'Cannot be undone. Finds the key in either mode. Every gateway rejects it within five seconds.',
    response: deletedResource('api_key').meta({ id: 'DeletedAccountKey', description: 'A revoked API key.' }),
  }),
  enrolTwoFactor: operation('POST /operator/accounts/{id}/two-factor', {
    ...operator,
    summary: 'Replace the second factor of an account',
    description:
      'The response contains the secret for an authenticator app. It is shown only once. The previous secret stops working.',
    response: z
      .object({
        secret: z.string().describe('The secret, base32-encoded.'),
        uri: z.string().describe('`otpauth://` URL, for a QR code.'),
      })
      .meta({ id: 'TwoFactorSecret', description: 'The secret of a second factor.' }),
    status: 201,
  }),
  createBusUser: operation('POST /operator/bus-users', {
    ...operator,
    summary: 'Create a bus user',
    description:
      'Returns credentials for a platform team. They allow reading the given event types through durable consumers of the given names, and nothing else.',
    body: CreateBusUser,
    example: { team: 'fulfilment', types: ['payment_intent.*'] },
    response: BusUserWithCredentials,
    status: 201,
    errors: ['resource_missing', 'resource_invalid_state', 'parameter_out_of_range', 'parameter_invalid'],
  }),
  listBusUsers: operation('GET /operator/bus-users', {
    ...operator,
    summary: 'List bus users',
    description:
      'All bus users, newest first, without their credentials. Users that were created before version 0.3 are not included.',
    query: listQuery({
      team: z.string().max(100).optional().describe('Only of this team.'),
      status: BusUserStatus.optional(),
    }),
    response: listOf(BusUser).meta({ id: 'BusUserList', description: 'A page of bus users.' }),
    errors: ['parameter_out_of_range'],
  }),
  revokeBusUser: operation('POST /operator/bus-users/{id}/revoke', {
    ...operator,
    summary: 'Revoke a bus user',
    description:
      'Cannot be undone. The bus disconnects the user within about ten seconds and refuses its credentials until they expire. Other users of the team are not affected. A user that has expired or was revoked before is returned as it is.',
    response: BusUser,
    errors: ['resource_invalid_state'],
  }),
  getPlatformHealth: operation('GET /operator/health', {
    ...operator,
    summary: 'Retrieve the health of the platform',
    description:
      'Returns what is running and in which version, the lag of the consumers, and the number of dead letters.',
    response: PlatformHealth,
  }),
  listDeadLetters: operation('GET /operator/dead-letters', {
    ...operator,
    summary: 'List dead letters',
    description: 'Returns the oldest 1,000 of every service.',
    query: z.strictObject({
      service: z.enum(serviceNames).optional().describe('Only of this service.'),
      consumer: z.string().max(200).optional().describe('Only of this consumer.'),
    }),
    response: z
      .object({ data: z.array(DeadLetter) })
      .meta({ id: 'DeadLetterList', description: 'Events that a consumer failed to handle.' }),
  }),
  requeueDeadLetters: operation('POST /operator/dead-letters/requeue', {
    ...operator,
    summary: 'Requeue dead letters',
    description:
      'The services pass the events to their consumers again within seconds. Events that have already taken effect are not applied twice. Events that fail again are kept, with the new reason.',
    body: RequeueDeadLetters,
    example: { service: 'catalog', consumer: 'catalog-purchases' },
    response: z
      .object({ requeued: z.int().min(0) })
      .meta({ id: 'RequeuedDeadLetters', description: 'Number of dead letters that were requeued.' }),
  }),
  listMails: operation('GET /operator/mails', {
    ...operator,
    service: 'webhooks',
    summary: 'List mails to buyers',
    description:
      'Mails of all accounts in both modes, without their text. Test mode never sends mail. Mails that are no longer `PENDING` are kept as long as events.',
    query: listQuery({
      status: MailStatus.optional(),
      merchantId: z.string().max(100).optional().describe('`acct_…`'),
      aboutId: z.string().max(100).optional().describe('ID of the charge, refund or checkout session.'),
    }),
    response: listOf(Mail).meta({ id: 'MailList', description: 'A page of mails.' }),
    errors: ['parameter_out_of_range'],
  }),
  resendMail: operation('POST /operator/mails/{id}/resend', {
    ...operator,
    service: 'webhooks',
    summary: 'Send a mail again',
    description:
      'For a mail that was refused, failed, or whose acceptance is unknown. It keeps its `Message-ID`, so that most mailboxes show it once.',
    response: Mail,
    errors: ['resource_invalid_state'],
  }),
  verifyLedger: operation('GET /operator/ledger/verification', {
    ...operator,
    service: 'payments',
    summary: 'Verify the ledger',
    description:
      'Recomputes every journal, balance and payment of all merchants in both modes, from one consistent snapshot.',
    response: LedgerVerification,
    deadlineMs: 30_000,
  }),
};
