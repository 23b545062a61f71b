import { acrossMerchants, fragment, type Fragment } from '@mizan/service-kit';

/** The id of a queued delivery's event: rows of versions before 0.3 do not have it. @param queued the alias of `delivery_queue` */
export const eventOf = (queued: Fragment): Fragment =>
  fragment`coalesce(${queued}.event_id, (
    select event_id from deliveries where ${acrossMerchants} and id = ${queued}.delivery_id))`;
