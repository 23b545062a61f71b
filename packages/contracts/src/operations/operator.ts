import { z } from 'zod';
import { listOf, listQuery } from '../list-grammar.ts';
import { operation, serviceNames } from '../operation.ts';
import { CreateBusUser } from '../requests/create-bus-user.ts';
import { CreateAccount, CreateAccountKey, UpdateAccount } from '../requests/operator-input.ts';
import { AccountProfile } from '../resources/account.ts';
import { ApiKeyWithSecret } from '../resources/api-key.ts';
import { BusUser } from '../resources/bus-user.ts';
import { LedgerVerification } from '../resources/ledger-verification.ts';
import { DeadLetter, PlatformHealth, RequeueDeadLetters } from '../resources/service-health.ts';

const operator = { service: 'gateway', audience: 'operator', permission: null } as const;

/** What whoever runs the platform does, with the operator's token: the `mizan` command calls these. */
export const operatorOperations = {
  createAccount: operation({
    ...operator,
    method: 'POST',
    path: '/operator/accounts',
    summary: 'Create an account',
    description: 'Terms that are left out are those of the demo account.',
    body: CreateAccount,
    response: AccountProfile,
    status: 201,
    errors: [],
  }),
  listAccounts: operation({
    ...operator,
    method: 'GET',
    path: '/operator/accounts',
    summary: 'List accounts',
    query: listQuery({}),
    response: listOf(AccountProfile).meta({ id: 'AccountList', description: 'A page of accounts.' }),
    status: 200,
    errors: ['parameter_out_of_range'],
  }),
  updateAccount: operation({
    ...operator,
    method: 'PATCH',
    path: '/operator/accounts/{id}',
    summary: 'Change an account',
    body: UpdateAccount,
    response: AccountProfile,
    status: 200,
    errors: ['resource_missing'],
  }),
  createAccountKey: operation({
    ...operator,
    method: 'POST',
    path: '/operator/accounts/{id}/keys',
    summary: 'Create a key for an account',
    body: CreateAccountKey,
    response: ApiKeyWithSecret,
    status: 201,
    errors: ['resource_missing', 'parameter_missing'],
  }),
  enrolTwoFactor: operation({
    ...operator,
    method: 'POST',
    path: '/operator/accounts/{id}/two-factor',
    summary: 'Give an account a new second factor',
    description: 'The answer holds the secret for an authenticator app, once. A former one stops working.',
    response: z
      .object({
        secret: z.string().describe('Base32.'),
        uri: z.string().describe('`otpauth://`, for a QR code.'),
      })
      .meta({ id: 'TwoFactorSecret', description: 'The secret of a second factor.' }),
    status: 201,
    errors: ['resource_missing'],
  }),
  createBusUser: operation({
    ...operator,
    method: 'POST',
    path: '/operator/bus-users',
    summary: 'Create a reader of the bus',
    description:
      'Credentials for a platform team: they read the events they name, through durable consumers of the names they list, and do nothing else.',
    body: CreateBusUser,
    response: BusUser,
    status: 201,
    errors: ['resource_missing', 'resource_invalid_state', 'parameter_out_of_range', 'parameter_invalid'],
  }),
  getPlatformHealth: operation({
    ...operator,
    method: 'GET',
    path: '/operator/health',
    summary: 'How the platform is',
    description: 'What runs, in which versions, how far behind the consumers are, and what was given up.',
    response: PlatformHealth,
    status: 200,
    errors: [],
  }),
  listDeadLetters: operation({
    ...operator,
    method: 'GET',
    path: '/operator/dead-letters',
    summary: 'List dead letters',
    description: 'Of every service the oldest thousand.',
    query: z.strictObject({
      service: z.enum(serviceNames).optional().describe('Of this service only.'),
      consumer: z.string().max(200).optional().describe('Of this consumer only.'),
    }),
    response: z
      .object({ data: z.array(DeadLetter) })
      .meta({ id: 'DeadLetterList', description: 'Events that were given up.' }),
    status: 200,
    errors: [],
  }),
  requeueDeadLetters: operation({
    ...operator,
    method: 'POST',
    path: '/operator/dead-letters/requeue',
    summary: 'Handle dead letters again',
    description:
      'The services hand them to their consumers within seconds. What took effect meanwhile takes no second one; what fails again stays, with its new reason.',
    body: RequeueDeadLetters,
    response: z
      .object({ requeued: z.int().min(0) })
      .meta({ id: 'RequeuedDeadLetters', description: 'How many were marked.' }),
    status: 200,
    errors: [],
  }),
  verifyLedger: operation({
    ...operator,
    service: 'payments',
    method: 'GET',
    path: '/operator/ledger/verification',
    summary: 'Verify the ledger',
    description:
      'Recomputes every journal, balance and payment of all merchants and both modes, as they are at one moment.',
    response: LedgerVerification,
    status: 200,
    errors: [],
    deadlineMs: 30_000,
  }),
};
