import { isOnlineCard, type Integration } from '../account.ts';
import { integrationOf, type PaymobApp } from '../paymob-app.ts';
import { renderTime } from '../render-time.ts';
import type { Intention } from '../state.ts';

type Json = Readonly<Record<string, unknown>>;

/** An intention as creating and changing it answer. */
export function renderIntention(app: PaymobApp, intention: Intention): Json {
  return {
    payment_keys: intention.paymentKeys.map(({ integrationId, key }) => {
      const integration = integrationOf(app, integrationId);
      return {
        integration: integrationId,
        key,
        gateway_type: integration.gatewayType,
        iframe_id: null,
        order_id: intention.orderId,
        redirection_url: intention.redirectionUrl ?? integration.responseCallback,
        save_card: isOnlineCard(integration),
      };
    }),
    redirection_url: intention.redirectionUrl,
    intention_order_id: intention.orderId,
    id: intention.id,
    intention_detail: {
      amount: intention.amount,
      items: intention.items,
      currency: intention.currency,
      billing_data: intention.billing,
    },
    client_secret: intention.clientSecret,
    payment_methods: renderMethods(app, intention),
    special_reference: intention.specialReference,
    extras: {
      creation_extras: { ...intention.extras, merchant_order_id: intention.specialReference },
      confirmation_extras: null,
    },
    confirmed: intention.isConfirmed,
    status: 'intended',
    created: renderTime(intention.createdAt, app.state.account.country, false),
    card_detail: null,
    card_tokens: intention.cardTokens,
    object: 'paymentintention',
  };
}

/** An intention as anyone with its client secret may see it: without keys, extras and addresses. */
export function renderElement(app: PaymobApp, intention: Intention): Json {
  return {
    id: intention.id,
    intention_detail: { amount: intention.amount, items: intention.items, currency: intention.currency },
    payment_methods: renderMethods(app, intention),
    special_reference: intention.specialReference,
    confirmed: intention.isConfirmed,
    status: 'intended',
    object: 'paymentintention',
  };
}

const methodTypes: Readonly<Record<Integration['kind'], string>> = {
  card: 'online',
  apple_pay: 'apple_pay',
  google_pay: 'google_pay',
  wallet: 'wallet',
  kiosk: 'cash_aggregator',
  instalments: 'instalments',
};

const renderMethods = (app: PaymobApp, { paymentMethods }: Intention): Json[] =>
  paymentMethods.map((id) => {
    const { name, kind, isMoto, currency, isLive } = integrationOf(app, id);
    return {
      integration_id: id,
      alias: null,
      name,
      method_type: isMoto ? 'moto' : methodTypes[kind],
      currency,
      live: isLive,
      use_cvc_with_moto: false,
    };
  });
