import type { Connection } from './connection.ts';

/** What a provider says that it has done, for comparison with what is recorded here. It reads, and moves no money. */
export interface ProviderStatement {
  /**
   * Payments that have brought money and were created, or as far as the provider lists refunds: refunded, in a period.
   * Absent where the provider documents no list: then what only the provider knows is not found.
   *
   * @throws Error without an answer
   */
  readonly list?: (connection: Connection, period: StatementPeriod) => Promise<StatementPage>;
  /**
   * Every payment that the provider has of one charge: none if it knows none, several if it was paid twice.
   * @throws Error without an answer, or with one that cannot be read
   */
  readonly read: (connection: Connection, charge: StatementCharge) => Promise<readonly StatedPayment[]>;
}

/** From inclusive, to exclusive. */
export interface StatementPeriod {
  readonly from: Date;
  readonly to: Date;
  /** `next` of the previous page; null for the first. */
  readonly cursor: string | null;
}

export interface StatementPage {
  readonly payments: readonly StatedPayment[];
  /** Null on the last page. */
  readonly next: string | null;
}

/** Names a charge that is recorded here. */
export interface StatementCharge {
  readonly id: string;
  /** The provider's id of its payment; null while it has reported none. */
  readonly externalChargeId: string | null;
}

/** A payment as its provider shows it. Amounts are minor units. */
export interface StatedPayment {
  /** The provider's id, as in `Approved.reference`. */
  readonly reference: string;
  /** The charge that it names; null where it belongs to another integration at the same account. */
  readonly chargeId: string | null;
  /** `ended`: it brings no money any more. */
  readonly state: 'waiting' | 'held' | 'captured' | 'ended';
  /** What is captured, or held when nothing is captured yet. */
  readonly amount: number;
  /** In capital letters; it may be one that the platform does not take. */
  readonly currency: string;
  /** What was refunded; null where the provider does not say how much. */
  readonly refunded: number | null;
  /** Each refund; null where the provider shows their sum alone. */
  readonly refunds: readonly StatedRefund[] | null;
}

/** A refund as its provider shows it. */
export interface StatedRefund {
  /** The provider's id. */
  readonly reference: string;
  /** The refund of ours that it names; null where it names none. */
  readonly refundId: string | null;
  /**
   * Those of ours that it may be although it does not name them. `none`: it names its own, or was made elsewhere, as on the
   * provider's dashboard. `ended`: one that has ended, and none that is still pending. `any`: the provider does not tell.
   */
  readonly mayBe: 'none' | 'ended' | 'any';
  /** Minor units; null where the provider does not show it. */
  readonly amount: number | null;
  readonly state: 'pending' | 'succeeded' | 'failed';
}

/** Whether a payment has brought money, or holds it. */
export const bringsMoney = ({ state }: Pick<StatedPayment, 'state'>): boolean =>
  state === 'captured' || state === 'held';
