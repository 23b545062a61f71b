import { acrossMerchants, fragment, type Fragment } from '@mizan/service-kit';
import { eventOf } from './event-of.ts';

/**
 * Whether a queued delivery was requested by a resend. `is_replay` alone also marks one of a fault that reorders; the look at
 * its delivery, for those few alone, is a scalar, because an `exists` may become a scan of all. @param queued the alias of
 * `delivery_queue`
 */
export const isResend = (queued: Fragment): Fragment =>
  fragment`(${queued}.is_replay and (
    select resent.replay_id <> '' from deliveries resent
    where ${acrossMerchants} and resent.event_id = ${eventOf(queued)} and resent.id = ${queued}.delivery_id order by resent.id limit 1))`;
