import { randomBytes, randomInt } from 'node:crypto';

/** Paymob's account countries, as they stand at the front of its keys. */
export type Country = 'egy' | 'ksa' | 'are' | 'omn';
export type Mode = 'test' | 'live';

interface CountryTraits {
  readonly currency: string;
  /** Digits after the point in a major amount: 2, or 3 in Oman. */
  readonly decimals: number;
  /** Of times in answers; callbacks carry the same local time without it. */
  readonly zone: string;
}

export const countries: Readonly<Record<Country, CountryTraits>> = {
  egy: { currency: 'EGP', decimals: 2, zone: '+02:00' },
  ksa: { currency: 'SAR', decimals: 2, zone: '+03:00' },
  are: { currency: 'AED', decimals: 2, zone: '+04:00' },
  omn: { currency: 'OMR', decimals: 3, zone: '+04:00' },
};

/** What a buyer pays with, as far as the stand-in acts differently. */
export type Kind = 'card' | 'apple_pay' | 'google_pay' | 'wallet' | 'kiosk' | 'instalments';

/** A payment integration of the account: what a merchant puts into `payment_methods`. */
export interface Integration {
  readonly id: number;
  readonly slot: IntegrationSlot;
  readonly kind: Kind;
  readonly gatewayType: string;
  name: string;
  readonly currency: string;
  readonly isLive: boolean;
  /** Holds money until a capture. */
  readonly isAuth: boolean;
  /** For a saved card whose owner is absent. */
  readonly isMoto: boolean;
  processedCallback: string | null;
  responseCallback: string | null;
}

interface Template {
  readonly kind: Kind;
  readonly gatewayType: string;
  readonly isAuth?: boolean;
  readonly isMoto?: boolean;
  readonly only?: readonly Country[];
}

const egypt: readonly Country[] = ['egy'];
const abroad: readonly Country[] = ['ksa', 'are', 'omn'];

const templates = {
  card: { kind: 'card', gatewayType: 'VPC' },
  cardAuth: { kind: 'card', gatewayType: 'VPC', isAuth: true },
  cardOnFile: { kind: 'card', gatewayType: 'VPC' },
  cardMoto: { kind: 'card', gatewayType: 'VPC', isMoto: true },
  applePay: { kind: 'apple_pay', gatewayType: 'VPC' },
  googlePay: { kind: 'google_pay', gatewayType: 'VPC', only: abroad },
  wallet: { kind: 'wallet', gatewayType: 'UIG', only: egypt },
  kiosk: { kind: 'kiosk', gatewayType: 'CAGG', only: egypt },
  valu: { kind: 'instalments', gatewayType: 'VALU', only: egypt },
  sympl: { kind: 'instalments', gatewayType: 'SYMPL', only: egypt },
} as const satisfies Record<string, Template>;

export type IntegrationSlot = keyof typeof templates;

/** The secrets of one mode. */
export interface ModeKeys {
  readonly apiKey: string;
  readonly secretKey: string;
  readonly publicKey: string;
}

export interface PaymobAccount {
  readonly country: Country;
  /** `profile_id`, and `merchant_id` of saved cards. */
  readonly profileId: number;
  readonly ownerId: number;
  readonly keys: Readonly<Record<Mode, ModeKeys>>;
  readonly hmacSecret: string;
  readonly integrations: Integration[];
  /** All keys are refused while this is true. */
  isRevoked: boolean;
}

/** An account as Paymob opens it: keys of both modes, and each payment method of the country in both. */
export function createAccount(country: Country): PaymobAccount {
  let lastId = randomInt(3_000_000, 5_000_000);
  const integrations = (['test', 'live'] as const).flatMap((mode) =>
    Object.entries<Template>(templates)
      .filter(([, { only }]) => only === undefined || only.includes(country))
      .map(([slot, { kind, gatewayType, isAuth = false, isMoto = false }]): Integration => ({
        id: (lastId += randomInt(1, 90)),
        slot: slot as IntegrationSlot,
        kind,
        gatewayType,
        name: `${slot}${mode}`,
        currency: countries[country].currency,
        isLive: mode === 'live',
        isAuth,
        isMoto,
        processedCallback: null,
        responseCallback: null,
      })),
  );
  return {
    country,
    profileId: randomInt(100_000, 1_000_000),
    ownerId: randomInt(100_000, 1_000_000),
    keys: { test: createKeys(country, 'test'), live: createKeys(country, 'live') },
    hmacSecret: randomBytes(16).toString('hex').toUpperCase(),
    integrations,
    isRevoked: false,
  };
}

const createKeys = (country: Country, mode: Mode): ModeKeys => ({
  apiKey: randomBytes(48).toString('base64url'),
  secretKey: `${country}_sk_${mode}_${randomBytes(32).toString('hex')}`,
  publicKey: `${country}_pk_${mode}_${randomBytes(16).toString('hex')}`,
});

/** A card integration that a buyer can use, as opposed to one for absent buyers. */
export const isOnlineCard = ({ kind, isMoto }: Integration): boolean => kind === 'card' && !isMoto;

/** Cards, and the wallets of phones that hold cards. */
export const isCardNetwork = ({ kind }: Pick<Integration, 'kind'>): boolean =>
  kind === 'card' || kind === 'apple_pay' || kind === 'google_pay';

/** Amounts in major units, as the card gateway's part of a transaction has them. */
export const toMajor = (amount: number, country: Country): number => amount / 10 ** countries[country].decimals;
