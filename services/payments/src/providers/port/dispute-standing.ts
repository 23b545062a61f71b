import type { DisputeEvidence, DisputeReason, DisputeStatus, PaymentMethodType } from '@mizan/contracts';
import type { Connection } from './connection.ts';

/** How a dispute stands at its provider. */
export interface DisputeStanding {
  readonly externalDisputeId: string;
  /** The charge of ours that is disputed; null where it belongs to another integration at the same account. */
  readonly chargeId: string | null;
  /** Minor units of the charge's currency; null where the provider says it in another one. */
  readonly amount: number | null;
  readonly reason: DisputeReason;
  /** Null for a status that this version does not know, which changes nothing. */
  readonly status: DisputeStatus | null;
  /** The bank requests information, and has moved no money. */
  readonly isInquiry: boolean;
  readonly evidenceDueBy: Date | null;
  /** The provider has withdrawn the money, whether or not it returned it later. */
  readonly isWithdrawn: boolean;
  /** The provider has returned it. */
  readonly isReinstated: boolean;
}

/** The provider does not take an answer of the merchant, for good. */
export interface AnswerRefused {
  /** The provider's reason, for the merchant. */
  readonly refusal: string;
}

/** Money that payers' banks take back where the provider neither reports it nor has an API for disputes. */
export interface ProviderChargebacks {
  /** The methods whose payments can have a chargeback. */
  readonly types: readonly PaymentMethodType[];
  /**
   * Minor units that were taken back of the payment that the provider calls `externalChargeId`; 0 where none were.
   * @throws Error without an answer
   */
  readonly takenBack: (connection: Connection, externalChargeId: string) => Promise<number>;
}

/** The disputes of a provider that has an API for them. Each call may be repeated: the second changes nothing more. */
export interface ProviderDisputes {
  /** Undefined where the provider knows no such dispute of this account. @throws Error without an answer */
  readonly read: (connection: Connection, externalDisputeId: string) => Promise<DisputeStanding | undefined>;
  /** Sends the texts of the evidence to the bank. @throws Error without an answer */
  readonly submit: (
    connection: Connection,
    dispute: { readonly externalDisputeId: string; readonly evidence: DisputeEvidence },
  ) => Promise<DisputeStanding | AnswerRefused>;
  /** Leaves the money to the payer. @throws Error without an answer */
  readonly accept: (connection: Connection, externalDisputeId: string) => Promise<DisputeStanding | AnswerRefused>;
}
