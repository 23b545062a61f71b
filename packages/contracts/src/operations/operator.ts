import { z } from 'zod';
import { listOf, listQuery } from '../list-grammar.ts';
import { deletedResource, operation, serviceNames } from '../operation.ts';
import { CreateBusUser } from '../requests/bus-user-input.ts';
import { UpdateAccountSettings } from '../requests/account-settings-input.ts';
import { CreateAccount, CreateAccountKey, UpdateAccount } from '../requests/operator-input.ts';
import { AccountSettings } from '../resources/account-settings.ts';
import { AccountProfile } from '../resources/account.ts';
import { ApiKeyWithSecret } from '../resources/api-key.ts';
import { BusUser } from '../resources/bus-user.ts';
import { LedgerVerification } from '../resources/ledger-verification.ts';
import { Mail, MailStatus } from '../resources/mail.ts';
import { DeadLetter, PlatformHealth, RequeueDeadLetters } from '../resources/service-health.ts';

const operator = { service: 'gateway', audience: 'operator', permission: null } as const;

/** The operations of the operator, with the operator's token: the `mizan` command calls these. */
export const operatorOperations = {
  createAccount: operation('POST /operator/accounts', {
    ...operator,
    summary: 'Create an account',
    description: 'Terms that you omit default to those of the demo account.',
    body: CreateAccount,
    response: AccountProfile,
    status: 201,
  }),
  listAccounts: operation('GET /operator/accounts', {
    ...operator,
    summary: 'List accounts',
    query: listQuery({}),
    response: listOf(AccountProfile).meta({ id: 'AccountList', description: 'A page of accounts.' }),
    errors: ['parameter_out_of_range'],
  }),
  updateAccount: operation('PATCH /operator/accounts/{id}', {
    ...operator,
    summary: 'Update an account',
    body: UpdateAccount,
    response: AccountProfile,
  }),
  getAccountSettings: operation('GET /operator/accounts/{id}/settings', {
    ...operator,
    summary: 'Retrieve the settings of an account',
    response: AccountSettings,
  }),
  updateAccountSettings: operation('PATCH /operator/accounts/{id}/settings', {
    ...operator,
    summary: 'Update the settings of an account',
    description: 'Changes the `manualMethods` of live mode.',
    body: UpdateAccountSettings,
    echoes: ['object'],
    response: AccountSettings,
  }),
  createAccountKey: operation('POST /operator/accounts/{id}/keys', {
    ...operator,
    summary: 'Create an API key for an account',
    body: CreateAccountKey,
    response: ApiKeyWithSecret,
    status: 201,
    errors: ['parameter_missing'],
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
    response: BusUser,
    status: 201,
    errors: ['resource_missing', 'resource_invalid_state', 'parameter_out_of_range', 'parameter_invalid'],
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
