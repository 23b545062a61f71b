import { defineOrm, RowCountEntity } from '@mizan/service-kit/schema';
import { BalanceAnnouncementEntity, BalanceDueEntity } from './src/balance/announcement.entity.ts';
import { BalanceTransactionEntity } from './src/balance/balance-transaction.entity.ts';
import { CaptureEntity } from './src/captures/capture.entity.ts';
import { ChargeEntity } from './src/charges/charge.entity.ts';
import { ExchangeRateEntity, StaleRateNoticeEntity } from './src/exchange-rates/exchange-rate.entity.ts';
import { PaymentIntentEntity } from './src/intents/payment-intent.entity.ts';
import { LateSuccessEntity } from './src/late-successes/late-success.entity.ts';
import { LedgerAccountEntity, LedgerEntryEntity, LedgerTxEntity } from './src/ledger/ledger.entity.ts';
import {
  PaymentMethodConfigurationEntity,
  PaymentMethodConfigurationUseEntity,
} from './src/payment-method-configurations/payment-method-configuration.entity.ts';
import { PaymentMethodEntity } from './src/payment-methods/payment-method.entity.ts';
import { ProviderConnectionEntity } from './src/provider-connections/provider-connection.entity.ts';
import { ProviderExpectationEntity } from './src/provider-expectations/provider-expectation.entity.ts';
import { SimulatorOperationEntity } from './src/providers/simulator/simulator-operation.entity.ts';
import { StripeRecordEntity } from './src/providers/stripe/stripe-record.entity.ts';
import { RefundEntity } from './src/refunds/refund.entity.ts';

export default defineOrm({
  service: 'payments',
  entities: [
    PaymentIntentEntity,
    ChargeEntity,
    CaptureEntity,
    RefundEntity,
    BalanceTransactionEntity,
    BalanceAnnouncementEntity,
    BalanceDueEntity,
    LateSuccessEntity,
    LedgerAccountEntity,
    LedgerTxEntity,
    LedgerEntryEntity,
    SimulatorOperationEntity,
    ProviderExpectationEntity,
    PaymentMethodConfigurationEntity,
    PaymentMethodConfigurationUseEntity,
    PaymentMethodEntity,
    ProviderConnectionEntity,
    StripeRecordEntity,
    ExchangeRateEntity,
    StaleRateNoticeEntity,
    RowCountEntity,
  ],
  migrations: new URL('./migrations/', import.meta.url),
});
