import { defineOrm, RowCountEntity } from '@mizan/service-kit/schema';
import { CardAttemptEntity } from './src/card-testing/card-attempt.entity.ts';
import { ExchangeRateEntity, StaleRateNoticeEntity } from './src/exchange-rates/exchange-rate.entity.ts';
import { BalanceAnnouncementEntity, BalanceDueEntity } from './src/ledger/balance-announcement.entity.ts';
import {
  LedgerAccountEntity,
  LedgerEntryEntity,
  LedgerTxEntity,
  LedgerProgressEntity,
  LedgerSumEntity,
} from './src/ledger/ledger.entity.ts';
import {
  PaymentMethodConfigurationEntity,
  PaymentMethodConfigurationUseEntity,
} from './src/payment-method-configurations/payment-method-configuration.entity.ts';
import { PaymentMethodEntity } from './src/payment-methods/payment-method.entity.ts';
import { BalanceTransactionEntity } from './src/payment/balance-transaction.entity.ts';
import { CaptureEntity } from './src/payment/capture.entity.ts';
import { ChargeEntity } from './src/payment/charge.entity.ts';
import { ClosedAttemptEntity } from './src/payment/closed-attempt.entity.ts';
import { LateSuccessEntity } from './src/payment/late-success.entity.ts';
import { DisputeEntity } from './src/payment/dispute.entity.ts';
import { BankAccountEntity } from './src/payouts/bank-account.entity.ts';
import { PayoutEntity } from './src/payouts/payout.entity.ts';
import { PayoutExportEntity } from './src/payouts/payout-export.entity.ts';
import { PayoutScheduleEntity } from './src/payouts/payout-schedule.entity.ts';
import { ChargebackWatchEntity } from './src/disputes/chargeback-watch.entity.ts';
import { DisputeNoticeEntity } from './src/disputes/dispute-notice.entity.ts';
import { PaymentIntentEntity } from './src/payment/payment-intent.entity.ts';
import { RefundEntity } from './src/payment/refund.entity.ts';
import { RefundDetailsEntity } from './src/payment/refund-details.entity.ts';
import { ReportDownloadEntity } from './src/reports/report-download.entity.ts';
import { ReceiptEntity } from './src/receipts/receipt.entity.ts';
import { ReceiptSequenceEntity } from './src/receipts/receipt-sequence.entity.ts';
import { RestoreEntity } from './src/restores/restore.entity.ts';
import { ConnectionEntity } from './src/providers/connections/connection.entity.ts';
import { FormerConnectionEntity } from './src/providers/connections/former-connection.entity.ts';
import { ProviderRouteEntity } from './src/providers/connections/provider-route.entity.ts';
import { ManualRecordEntity } from './src/providers/manual/manual-record.entity.ts';
import { ProviderExpectationEntity } from './src/providers/simulator/provider-expectation.entity.ts';
import { SimulatorOperationEntity } from './src/providers/simulator/simulator-operation.entity.ts';
import { FawryRecordEntity } from './src/providers/fawry/fawry-record.entity.ts';
import { TabbyRecordEntity } from './src/providers/tabby/tabby-record.entity.ts';
import { TamaraRecordEntity } from './src/providers/tamara/tamara-record.entity.ts';
import { PaymobRecordEntity } from './src/providers/paymob/paymob-record.entity.ts';
import { StripeRecordEntity } from './src/providers/stripe/stripe-record.entity.ts';

export default defineOrm({
  service: 'payments',
  entities: [
    PaymentIntentEntity,
    ChargeEntity,
    CaptureEntity,
    RefundEntity,
    RefundDetailsEntity,
    DisputeEntity,
    BankAccountEntity,
    PayoutEntity,
    PayoutExportEntity,
    PayoutScheduleEntity,
    RestoreEntity,
    ChargebackWatchEntity,
    DisputeNoticeEntity,
    BalanceTransactionEntity,
    BalanceAnnouncementEntity,
    BalanceDueEntity,
    LateSuccessEntity,
    ClosedAttemptEntity,
    LedgerAccountEntity,
    LedgerTxEntity,
    LedgerEntryEntity,
    LedgerSumEntity,
    LedgerProgressEntity,
    SimulatorOperationEntity,
    ProviderExpectationEntity,
    PaymentMethodConfigurationEntity,
    PaymentMethodConfigurationUseEntity,
    PaymentMethodEntity,
    ConnectionEntity,
    ProviderRouteEntity,
    FormerConnectionEntity,
    ManualRecordEntity,
    FawryRecordEntity,
    TabbyRecordEntity,
    TamaraRecordEntity,
    PaymobRecordEntity,
    StripeRecordEntity,
    ExchangeRateEntity,
    StaleRateNoticeEntity,
    CardAttemptEntity,
    ReportDownloadEntity,
    ReceiptEntity,
    ReceiptSequenceEntity,
    RowCountEntity,
  ],
  migrations: new URL('./migrations/', import.meta.url),
});
