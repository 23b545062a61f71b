import { type ConnectedMethod, type Currency, isReturnedBy, type PaymentMethodType } from '@mizan/contracts';
import type { MethodCapability } from '../port/capabilities.ts';
import type { Integration } from './paymob-objects.ts';
import { paymobName } from './paymob-store.ts';

/** What the integrations of an account can be used for. */
export interface UsableIntegrations {
  /** In the order in which Paymob lists them. */
  readonly offers: readonly ConnectedMethod[];
  /** Holds a card's amount until it is captured. */
  readonly authId: number | undefined;
  /** Charges a saved card whose owner is absent. */
  readonly motoId: number | undefined;
}

const mobileWallets: readonly PaymentMethodType[] = ['vodafone_cash', 'etisalat_cash', 'orange_cash', 'we_pay'];

/** Methods by `gateway_type`; AMANV3 is instalments and not the kiosk, so it is not listed. */
const byGateway: Readonly<Record<string, readonly PaymentMethodType[]>> = {
  UIG: mobileWallets,
  CAGG: ['aman'],
  VALU: ['valu'],
  SYMPL: ['sympl'],
};

/** Sorts the integrations of one mode and currency. */
export function usableIntegrations(integrations: readonly Integration[], currency: Currency): UsableIntegrations {
  const cards = integrations.filter(isCardGateway);
  const moto = cards.find(isMoto);
  const auth = cards.find((each) => each.is_auth && !isMoto(each) && cardTypeOf(each) === 'card');
  return {
    offers: integrations.flatMap((integration) =>
      typesOf(integration).map((type) => ({ type, currencies: [currency], integration: String(integration.id) })),
    ),
    authId: auth?.id,
    motoId: moto?.id,
  };
}

const isCardGateway = ({ gateway_type: gateway }: Integration): boolean => gateway === 'VPC' || gateway === 'MIGS';
const isMoto = ({ integration_type: type, integration_name: name }: Integration): boolean =>
  /moto/i.test(`${type} ${name}`);
/** Looks like another card integration, and takes saved cards only. */
const isCardOnFile = ({ integration_name: name }: Integration): boolean => /on[\s_-]*file|\bcof\b/i.test(name ?? '');

function typesOf(integration: Integration): readonly PaymentMethodType[] {
  if (!isCardGateway(integration)) return byGateway[integration.gateway_type] ?? [];
  return integration.is_auth || isMoto(integration) || isCardOnFile(integration) ? [] : [cardTypeOf(integration)];
}

/** Apple Pay and Google Pay have the gateway of cards, and are told apart by their names. */
function cardTypeOf({ integration_name: name }: Integration): PaymentMethodType {
  if (/apple/i.test(name ?? '')) return 'apple_pay';
  return /google/i.test(name ?? '') ? 'google_pay' : 'card';
}

type Abilities = Omit<MethodCapability, 'type' | 'currencies'>;

const common = {
  captures: 'none',
  capturesPart: false,
  holdDays: null,
  refunds: 'partial',
  refundWindowDays: null,
  offSession: false,
  manualConfirmation: false,
  callbacks: true,
  inquiry: true,
} as const satisfies Abilities;

/** What Paymob can do with each method. */
const abilities: Readonly<Partial<Record<PaymentMethodType, Abilities>>> = {
  card: common,
  apple_pay: common,
  google_pay: common,
  vodafone_cash: common,
  etisalat_cash: common,
  orange_cash: common,
  we_pay: common,
  aman: common,
  valu: common,
  sympl: common,
};

/** A hold is captured once, all or a part of it, within 14 days. */
const holding = { captures: 'single', capturesPart: true, holdDays: 14 } as const;

/** What a connection can do. @param hasAuth whether it has an integration that holds amounts of cards */
export const capabilitiesOf = (methods: readonly ConnectedMethod[], hasAuth: boolean): MethodCapability[] =>
  methods.flatMap(({ type, currencies }) => {
    const own = abilities[type];
    const refunds = isReturnedBy(paymobName, type) ? common.refunds : 'none';
    return own ? [{ ...own, ...(type === 'card' && hasAuth ? holding : {}), refunds, type, currencies }] : [];
  });
