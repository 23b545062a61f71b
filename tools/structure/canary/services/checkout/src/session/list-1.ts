export const row1 = (tx: Tx) => tx.one`select id, status, currency, hold_id, customer_id from checkout_sessions`;
import type { Tx } from '@mizan/service-kit';
