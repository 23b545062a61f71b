import type { Reader } from '@mizan/service-kit';
import { isDue } from './expire-session.ts';
import { sessionColumns } from './session-rows.ts';
import { isRecoverable } from './session-state.ts';
import type { Session } from './session.ts';

/** The session whose copies count for this one too: a copy of a copy is a copy of the first. */
export const firstOf = ({ id, recoveredFrom }: Session): string => recoveredFrom ?? id;

/** The newest copy of a session, if it is still to be paid, or was, or the merchant ended it. */
export async function findCopy(
  { one, scope, now }: Pick<Reader, 'one' | 'scope' | 'now'>,
  session: Session,
): Promise<Session | undefined> {
  const copy = await one<Session>`
    select ${sessionColumns} from checkout_sessions
    where merchant_id = ${scope.merchantId} and livemode = ${scope.livemode} and recovered_from = ${firstOf(session)}
    order by created_at desc, id desc limit 1`;
  return copy && !isDue(copy, now) && !isRecoverable(copy, now) ? copy : undefined;
}
