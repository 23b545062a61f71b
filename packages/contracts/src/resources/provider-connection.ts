import { z } from 'zod';
import { Currency, PaymentMethodType } from '../enums.ts';
import { ProviderName, SettlesTo } from '../payment-enums.ts';
import { namedObject, Timestamp } from '../primitives.ts';

/** A method that a connection takes. */
export const ConnectedMethod = z
  .object({
    type: PaymentMethodType,
    currencies: z.array(Currency),
    integration: z
      .string()
      .nullable()
      .describe('ID of the integration at Paymob. `null` for providers without integrations.'),
  })
  .meta({ id: 'ConnectedMethod', description: 'A payment method that a provider connection takes.' });
export type ConnectedMethod = z.infer<typeof ConnectedMethod>;

/** An account's connection to a provider, without its secrets. */
export const ProviderConnection = namedObject(
  'ProviderConnection',
  "An account's connection to a payment provider, without its secrets.",
  {
    id: z.string().describe('`pvc_…`'),
    object: z.literal('provider_connection'),
    provider: ProviderName,
    livemode: z.boolean(),
    settlesTo: SettlesTo,
    status: z
      .enum(['ACTIVE', 'INVALID'])
      .describe('`INVALID`: the provider rejected the credentials, so that the connection takes no new payments.'),
    methods: z.array(ConnectedMethod),
    publicConfig: z
      .record(z.string(), z.string())
      .describe('What is no secret: the publishable key, and the account or country at the provider.'),
    credentialHints: z.record(z.string(), z.string()).describe('The last four characters of each secret.'),
    callbackUrl: z.string().describe('URL for the provider’s callbacks.'),
    lastCheckedAt: Timestamp.nullable(),
    lastError: z.string().nullable().describe('Why the last check failed. `null` if it succeeded.'),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
);
export type ProviderConnection = z.infer<typeof ProviderConnection>;

/** A domain whose pages may show a provider's wallets. */
export const ProviderDomain = namedObject('ProviderDomain', 'A domain whose pages may show wallets of a provider.', {
  object: z.literal('provider_domain'),
  domain: z.string().describe('Host name, such as `shop.example.com`. A subdomain is a domain of its own.'),
  methods: z.array(
    z.object({
      type: PaymentMethodType,
      status: z.enum(['ACTIVE', 'INACTIVE']),
      error: z.string().nullable().describe('What is missing, and what to do about it. `null` if it is active.'),
    }),
  ),
});
export type ProviderDomain = z.infer<typeof ProviderDomain>;

/** What a provider's sandbox shows of what its documents leave open. */
export const ProviderProbes = namedObject('ProviderProbes', 'What the sandbox of a provider shows.', {
  object: z.literal('provider_probes'),
  provider: ProviderName,
  data: z.array(
    z.object({
      name: z.string(),
      assumption: z.string().describe('What the platform depends on.'),
      holds: z.boolean().nullable().describe('`null` if the provider gave no answer that says something about it.'),
      observation: z.string().describe('What the provider answered.'),
    }),
  ),
});
export type ProviderProbes = z.infer<typeof ProviderProbes>;

/** Which connections take the payments of a method and currency, in order of preference. */
export const ProviderRoutes = namedObject(
  'ProviderRoutes',
  'Which connections take the payments of a method and currency, in order of preference.',
  {
    object: z.literal('provider_routes'),
    routes: z
      .array(
        z.object({
          paymentMethodType: PaymentMethodType,
          currency: Currency,
          connectionIds: z.array(z.string()).describe('In order of preference. No other connection takes them.'),
        }),
      )
      .describe(
        'A method and currency that is not listed uses its connections in the order in which they were created.',
      ),
  },
);
export type ProviderRoutes = z.infer<typeof ProviderRoutes>;

/** Says that an account can take other live payments than before. */
export const LiveMethodsChange = z
  .object({ id: z.string().describe('`lmc_…`'), object: z.literal('live_methods_change') })
  .meta({ id: 'LiveMethodsChange', description: 'A change of what the live mode of an account can take.' });
export type LiveMethodsChange = z.infer<typeof LiveMethodsChange>;
