import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { Currency, PaymentMethodType } from '@mizan/contracts';
import { scopeColumns } from '../../tables/columns.ts';

/** Which connections take a method in a currency, in order of preference. */
export const ProviderRouteEntity = defineEntity({
  name: 'ProviderRoute',
  tableName: 'provider_routes',
  properties: {
    merchantId: scopeColumns().merchantId.primary(),
    livemode: scopeColumns().livemode.primary(),
    paymentMethodType: p.text().$type<PaymentMethodType>().primary(),
    currency: p.text().$type<Currency>().primary(),
    connectionIds: p.array().$type<string[]>(),
  },
});

/** A row of `provider_routes`, as raw SQL reads and writes it. */
export type ProviderRouteRow = InferEntity<typeof ProviderRouteEntity>;
