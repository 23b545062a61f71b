import { acrossMerchants, type Tx } from '@mizan/service-kit';

export const getRefund = (tx: Tx, id: string) => tx.one`select id from refunds where ${acrossMerchants} and id = ${id}`;

export const listRefunds = (tx: Tx) => tx.sql`select id from refunds where merchant_id = ${tx.scope.merchantId}`; // tenancy
