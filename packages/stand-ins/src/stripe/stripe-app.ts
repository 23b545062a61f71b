import type { CallbackSender } from '../server/callback-sender.ts';
import type { StandInClock } from '../server/clock.ts';
import type { KeptState } from '../server/state-file.ts';
import { missing } from './api/refusal.ts';
import type { Owned, StripeState } from './state.ts';

/** What every part of the stand-in works with. */
export interface StripeApp {
  readonly state: StripeState;
  readonly clock: StandInClock;
  readonly callbacks: CallbackSender;
  /** Whether `pm_card_…` and raw test numbers pay in live mode, too. */
  readonly acceptsTestCardsInLiveMode: boolean;
  /** Base address, without a slash at the end. */
  url(): string;
  /** Marks a row as new or changed. */
  mark: KeptState<StripeState>['mark'];
  save(): void;
}

/** Who is calling, and for what an object is made. */
export interface Caller {
  readonly app: StripeApp;
  readonly accountId: string;
  readonly livemode: boolean;
  /** A publishable key: the caller is a buyer's browser. */
  readonly isPublishable: boolean;
  readonly requestId: string | null;
  readonly idempotencyKey: string | null;
}

export const nowSeconds = ({ clock }: StripeApp): number => Math.floor(clock.now() / 1000);

/** The members that every object of the caller has. */
export const owned = ({ app, accountId, livemode }: Caller, id: string): Owned => ({
  id,
  accountId,
  livemode,
  created: nowSeconds(app),
});

/** Whether an object is visible to the caller. */
export const isOwn = ({ accountId, livemode }: Caller, object: Owned): boolean =>
  object.accountId === accountId && object.livemode === livemode;

/** The caller's object of an id. @throws StripeRefusal `resource_missing`, which says so when it is of the other mode */
export function findOwn<T extends Owned>(
  caller: Caller,
  kept: readonly T[],
  { id, name, param = 'id' }: { readonly id: string; readonly name: string; readonly param?: string },
): T {
  const found = kept.find((each) => each.id === id && each.accountId === caller.accountId);
  if (found && found.livemode === caller.livemode) return found;
  const [own, other] = caller.livemode ? ['live', 'test'] : ['test', 'live'];
  const hint = found
    ? `; a similar object exists in ${other} mode, but a ${own} mode key was used to make this request.`
    : '';
  throw missing(`No such ${name}: '${id.slice(0, 300)}'${hint}`, param);
}
