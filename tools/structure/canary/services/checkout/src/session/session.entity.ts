import { defineEntity, p } from '@mikro-orm/core';

export const SessionEntity = defineEntity({
  tableName: 'checkout_sessions',
  properties: { id: p.text(), status: p.text(), currency: p.text(), holdId: p.text(), customerId: p.text() },
});
