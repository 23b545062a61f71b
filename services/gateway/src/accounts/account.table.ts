// Generated from account.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { Account } from './account.entity.ts';

/** The table of {@link Account}. */
export const accounts = table<InferEntity<typeof Account>>('accounts', {
  id: 'text',
  displayName: 'text',
  country: 'text',
  defaultCurrency: 'text',
  defaultLocale: 'text',
  testDefaultLocale: 'text',
  supportedCurrencies: 'jsonb',
  feeSchedule: 'jsonb',
  vatOnFeesPpm: 'int',
  feeConfig: 'jsonb',
  presentmentCurrencies: 'text[]',
  lateSuccessPolicy: 'text',
  disputeFees: 'jsonb',
  allowedOrigins: 'text[]',
  logo: 'text',
  testLogo: 'text',
  mail: 'jsonb',
  testMail: 'jsonb',
  manualMethods: 'jsonb',
  testManualMethods: 'jsonb',
  livePaymentsEnabled: 'boolean',
  twoFactorSealed: 'bytea',
  twoFactorStep: 'bigint',
  version: 'int',
  createdAt: 'timestamptz(3)',
  updatedAt: 'timestamptz(3)',
});
