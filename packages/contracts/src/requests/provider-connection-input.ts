import { z } from 'zod';
import { Currency, PaymentMethodType } from '../enums.ts';
import { ProviderName, SettlesTo } from '../payment-enums.ts';
import { reference, requestBody } from '../primitives.ts';

/** @param what completes "must be" */
const key = (pattern: RegExp, what: string) =>
  z
    .string()
    .trim()
    .max(1_024, 'must be at most 1024 characters')
    .regex(pattern, `must be ${what}`)
    .describe('Stored encrypted, and never returned.');

/** The mode of a key such as `sk_live_…` or `egy_sk_live_…`. */
export const modeOfKey = (text: string): string | undefined => /(?:^|_)(live|test)_/.exec(text)?.[1];

const sameMode = (first: string, second: string) => ({
  message: `must be of the same mode as ${first}`,
  path: [second],
});

/** The keys of a Stripe account. */
export const StripeCredentials = z
  .strictObject({
    secretKey: key(/^(sk|rk)_(live|test)_[A-Za-z0-9_]{8,}$/, 'a key such as sk_live_… or rk_live_…'),
    publishableKey: key(/^pk_(live|test)_[A-Za-z0-9_]{8,}$/, 'a key such as pk_live_…').describe(
      'Shown to buyers. Not a secret.',
    ),
    callbackSecret: key(/^whsec_[A-Za-z0-9+/=_-]{8,}$/, 'a secret such as whsec_…')
      .optional()
      .describe(
        'Signing secret of the event destination at Stripe, which is created with the `callbackUrl` of the connection. Until it is set, outcomes are found by queries alone. Stored encrypted, and never returned.',
      ),
  })
  .refine(
    ({ secretKey, publishableKey }) => modeOfKey(secretKey) === modeOfKey(publishableKey),
    sameMode('secretKey', 'publishableKey'),
  )
  .meta({ id: 'StripeCredentials', description: 'The keys of a Stripe account.' });
export type StripeCredentials = z.infer<typeof StripeCredentials>;

/** Paymob's hosts by the prefix of its keys: one account is one country and one currency. */
export const paymobCountries = { egy: 'EGP', ksa: 'SAR', are: 'AED', omn: 'OMR' } as const;
export type PaymobCountry = keyof typeof paymobCountries;
const paymobKey = (kind: string) => new RegExp(`^(egy|ksa|sau|are|uae|omn)_${kind}_(live|test)_[A-Za-z0-9]{8,}$`);

/** The country of a Paymob key, under one name for each country. */
export function paymobCountryOf(text: string): PaymobCountry {
  const prefix = text.slice(0, 3);
  if (prefix === 'sau') return 'ksa';
  if (prefix === 'uae') return 'are';
  return prefix as PaymobCountry;
}

/** The keys of a Paymob account. */
export const PaymobCredentials = z
  .strictObject({
    apiKey: key(/^[A-Za-z0-9+/=_.-]{16,}$/, 'the API key on the dashboard’s settings page'),
    secretKey: key(paymobKey('sk'), 'a key such as egy_sk_live_…'),
    publicKey: key(paymobKey('pk'), 'a key such as egy_pk_live_…').describe('Shown to buyers. Not a secret.'),
    hmacSecret: key(/^[A-Za-z0-9]{16,}$/, 'the HMAC secret on the dashboard’s settings page'),
  })
  .refine(
    ({ secretKey, publicKey }) => modeOfKey(secretKey) === modeOfKey(publicKey),
    sameMode('secretKey', 'publicKey'),
  )
  .refine(({ secretKey, publicKey }) => paymobCountryOf(secretKey) === paymobCountryOf(publicKey), {
    message: 'must be of the same country as secretKey',
    path: ['publicKey'],
  })
  .meta({ id: 'PaymobCredentials', description: 'The keys of a Paymob account.' });
export type PaymobCredentials = z.infer<typeof PaymobCredentials>;

/** What Fawry gives a merchant. */
export const FawryCredentials = z
  .strictObject({
    merchantCode: key(/^[A-Za-z0-9+/=_-]{4,}$/, 'the merchant code that Fawry gave you'),
    secureKey: key(/^[A-Za-z0-9+/=_-]{8,}$/, 'the secure key that Fawry gave you'),
  })
  .meta({ id: 'FawryCredentials', description: 'The credentials of a Fawry account.' });
export type FawryCredentials = z.infer<typeof FawryCredentials>;

/** Where Tabby serves merchants, and what it settles there: one merchant code is one country. */
export const tabbyCountries = { AE: 'AED', KW: 'KWD', SA: 'SAR' } as const;
export type TabbyCountry = keyof typeof tabbyCountries;
/** Where Tamara serves merchants, and what it settles there. */
export const tamaraCountries = { AE: 'AED', BH: 'BHD', KW: 'KWD', OM: 'OMR', SA: 'SAR' } as const;
export type TamaraCountry = keyof typeof tamaraCountries;

const countryOf = <Country extends string>(countries: Readonly<Record<Country, string>>) =>
  z
    .enum(Object.keys(countries) as [Country, ...Country[]])
    .describe('Country of the merchant account, ISO 3166-1 alpha-2.');

/** What Tabby gives a merchant. */
export const TabbyCredentials = z
  .strictObject({
    secretKey: key(/^sk_[A-Za-z0-9_-]{8,}$/, 'a key such as sk_…'),
    merchantCode: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9_.-]{1,100}$/, 'must be the merchant code that Tabby gave you'),
    country: countryOf(tabbyCountries),
  })
  .meta({ id: 'TabbyCredentials', description: 'The credentials of a Tabby account.' });
export type TabbyCredentials = z.infer<typeof TabbyCredentials>;

/** What Tamara gives a merchant. */
export const TamaraCredentials = z
  .strictObject({
    apiToken: key(/^[A-Za-z0-9+/=_.-]{16,}$/, 'the API token on the partners portal'),
    notificationToken: key(/^[A-Za-z0-9+/=_.-]{8,}$/, 'the notification token on the partners portal'),
    country: countryOf(tamaraCountries),
  })
  .meta({ id: 'TamaraCredentials', description: 'The credentials of a Tamara account.' });
export type TamaraCredentials = z.infer<typeof TamaraCredentials>;

const methods = z
  .array(
    z.strictObject({
      type: PaymentMethodType,
      currencies: z
        .array(Currency)
        .min(1)
        .max(30)
        .optional()
        .describe('Currencies to offer it in. Defaults to those that the provider settles for the account.'),
      integration: z
        .string()
        .regex(/^[1-9]\d{0,17}$/, 'must be the number of an integration')
        .nullish()
        .describe('Paymob only: ID of the integration that takes the method. Defaults to the one that Paymob lists.'),
    }),
  )
  .min(1, 'must name at least one method')
  .max(50)
  .refine((rows) => new Set(rows.map(({ type }) => type)).size === rows.length, 'must name each type only once')
  .describe('Methods to take through this connection. Defaults to every method that the provider offers the account.');

const credentials = z
  .record(z.string().max(50), z.string().max(1_024))
  .describe(
    'Stripe: `secretKey`, `publishableKey` and, once the event destination exists, `callbackSecret`. Paymob: `apiKey`, `secretKey`, `publicKey` and `hmacSecret`. Fawry: `merchantCode` and `secureKey`. Tabby: `secretKey`, `merchantCode` and `country`. Tamara: `apiToken`, `notificationToken` and `country`. Verified with the provider, stored encrypted, and never returned.',
  );

const newConnection = { provider: ProviderName, credentials, methods: methods.optional() };

/** The body of POST /provider-connections; the adapter of the provider parses the credentials. */
export const CreateProviderConnection = requestBody(
  'CreateProviderConnection',
  'A payment provider to connect.',
  newConnection,
);
export type CreateProviderConnection = z.infer<typeof CreateProviderConnection>;

/** The body of POST /operator/accounts/{id}/provider-connections. */
export const CreateAccountProviderConnection = requestBody(
  'CreateAccountProviderConnection',
  'A payment provider to connect an account to.',
  {
    ...newConnection,
    settlesTo: SettlesTo.default('platform').describe(
      'Whose account at the provider it is. Money of the platform’s own account is paid out to the merchant; money of the merchant’s account is never held by the platform.',
    ),
  },
);

/** The body of PATCH on a connection. */
export const UpdateProviderConnection = requestBody('UpdateProviderConnection', 'Changes to a provider connection.', {
  credentials: z
    .record(z.string().max(50), z.string().max(1_024))
    .optional()
    .describe('Credentials to replace; the others stay. The provider verifies them together before anything changes.'),
  methods: methods.optional(),
});
export type UpdateProviderConnection = z.infer<typeof UpdateProviderConnection>;

/** The body of POST on the domains of a connection. */
export const RegisterProviderDomain = requestBody('RegisterProviderDomain', 'A domain that shows wallets.', {
  domain: z
    .string()
    .trim()
    .toLowerCase()
    .max(253)
    .regex(
      /^(?=.*[a-z])[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/,
      'must be a host name such as shop.example.com',
    )
    .describe('Host name without protocol, port and path. A subdomain is a domain of its own.'),
});
export type RegisterProviderDomain = z.infer<typeof RegisterProviderDomain>;

/** The body of PUT /provider-routes. */
export const SetProviderRoutes = requestBody(
  'SetProviderRoutes',
  'Which connections take the payments of a method and currency, in order of preference.',
  {
    routes: z
      .array(
        z.strictObject({
          paymentMethodType: PaymentMethodType,
          currency: Currency,
          connectionIds: z
            .array(reference('pvc'))
            .min(1, 'must name at least one connection')
            .max(20)
            .refine((ids) => new Set(ids).size === ids.length, 'must name each connection only once')
            .describe(
              'In order of preference. No other connection takes the method in this currency, so name all that may: if the first one cannot be reached, the next one takes the payment, but for a card, which is entered in the field of its provider, only where that can read it.',
            ),
        }),
      )
      .max(500)
      .refine(
        (rows) => new Set(rows.map((row) => `${row.paymentMethodType} ${row.currency}`)).size === rows.length,
        'must list each method and currency only once',
      ),
  },
);
export type SetProviderRoutes = z.infer<typeof SetProviderRoutes>;
