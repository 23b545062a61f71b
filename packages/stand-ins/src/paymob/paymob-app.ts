import type { StandInApp } from '../server/start-stand-in.ts';
import type { Integration, Mode } from './account.ts';
import type { NullText } from './hmac.ts';
import { notFound } from './refusal.ts';
import type { Intention, PaymobState, Transaction } from './state.ts';

export type Operation = 'refund' | 'void' | 'capture';

/** What every part of the stand-in works with. */
export interface PaymobApp extends StandInApp<PaymobState> {
  /** What stands for null in a signature. */
  readonly nullText: NullText;
  /** How the next operations of a kind end, first one first; approved once the list is empty. */
  readonly planned: Readonly<Record<Operation, ('declined' | 'pending')[]>>;
}

export const modeOf = (isLive: boolean): Mode => (isLive ? 'live' : 'test');

export const nextId = (app: PaymobApp): number => ++app.state.lastId;

export function integrationOf(app: PaymobApp, id: number): Integration {
  const integration = app.state.account.integrations.find((each) => each.id === id);
  if (!integration) throw new Error(`bug: no integration ${id}`);
  return integration;
}

export function intentionOf(app: PaymobApp, { intentionId }: Transaction): Intention {
  const intention = app.state.intentions.find(({ id }) => id === intentionId);
  if (!intention) throw new Error(`bug: no intention ${intentionId}`);
  return intention;
}

/** @throws PaymobRefusal 404 unless the account has such a transaction in this mode */
export function transactionOf(app: PaymobApp, id: unknown, isLive: boolean): Transaction {
  const found = app.state.transactions.find((each) => each.id === id && each.isLive === isLive);
  if (!found) throw notFound();
  return found;
}

/** Transactions of an order, oldest first. */
export const transactionsOf = (app: PaymobApp, { id }: Intention): Transaction[] =>
  app.state.transactions.filter(({ intentionId }) => intentionId === id);

export const childrenOf = (app: PaymobApp, { id }: Transaction): Transaction[] =>
  app.state.transactions.filter(({ parentId }) => parentId === id);
