import type { ProviderDomain } from '@mizan/contracts';
import { log, Problem } from '@mizan/service-kit';
import type { Stripe } from 'stripe';
import { expectObject, isOfKey, isOfStripe, refusalOf, unanswered } from './read-error.ts';

/** Wallets that Stripe shows on registered domains only. */
export const wallets = ['apple_pay', 'google_pay'] as const;
type Wallet = (typeof wallets)[number];

/** A merchant or an operator waits for the answer, before anything is changed. */
const timeouts = { timeout: 4_000, maxNetworkRetries: 0 }; // milliseconds

/** Stripe's largest page: more domains than this an account is not shown. */
const pageSize = 100;

/** The domains of an account at Stripe. @throws Problem as `ProviderDomains`; StripeAuthenticationError */
export async function listDomains(client: Stripe): Promise<ProviderDomain[]> {
  const { data } = await client.paymentMethodDomains.list({ limit: pageSize }, timeouts).catch(refuse);
  return data.map(toProviderDomain);
}

/** Registers a domain once, and has Stripe verify what is not active yet. @throws as {@link listDomains} */
export async function registerDomain(client: Stripe, domain: string): Promise<ProviderDomain> {
  return toProviderDomain(await register(client, domain).catch(refuse));
}

async function register({ paymentMethodDomains: domains }: Stripe, domain: string) {
  const { data } = await domains.list({ domain_name: domain, limit: 1 }, timeouts);
  const known = data[0] ?? (await domains.create({ domain_name: domain }, timeouts));
  const enabled = known.enabled ? known : await domains.update(known.id, { enabled: true }, timeouts);
  const isActive = wallets.every((wallet) => enabled[wallet].status === 'active');
  return expectObject(isActive ? enabled : await domains.validate(known.id, {}, timeouts), 'payment_method_domain');
}

/**
 * The wallets that pages of a domain can show now, after registering it. None where Stripe does not say so: cards are taken
 * all the same.
 */
export async function activeWallets(client: Stripe, domain: string): Promise<Wallet[]> {
  try {
    const found = await register(client, domain);
    return wallets.filter((wallet) => found[wallet].status === 'active');
  } catch (thrown) {
    if (!isOfStripe(thrown)) throw thrown;
    log.warn({ event: 'provider.domain_not_registered', domain, err: new Error(`Stripe: ${thrown.type}`) });
    return [];
  }
}

const names: Readonly<Record<Wallet, string>> = { apple_pay: 'Apple Pay', google_pay: 'Google Pay' };

/** Where Apple looks for the file that proves a domain. */
export const appleFilePath = '/.well-known/apple-developer-merchantid-domain-association';

function toProviderDomain(domain: Stripe.PaymentMethodDomain): ProviderDomain {
  const methods = wallets.map((type) => {
    const { status, status_details: details } = domain[type];
    const isActive = status === 'active' && domain.enabled;
    return {
      type,
      status: isActive ? 'ACTIVE' : 'INACTIVE',
      error: isActive ? null : reasonOf(type, details),
    } as const;
  });
  return { object: 'provider_domain', domain: domain.domain_name, methods };

  function reasonOf(type: Wallet, details: { readonly error_message?: string } | undefined): string {
    const given = details?.error_message ?? 'Stripe gives no reason.';
    const why = domain.enabled ? given : 'The domain is switched off at Stripe.';
    const next =
      type === 'apple_pay'
        ? `Serve the file that Stripe’s dashboard offers at https://${domain.domain_name}${appleFilePath}, and register the domain again.`
        : 'Register the domain again, or check it in Stripe’s dashboard.';
    return `${names[type]}: ${why} ${next}`;
  }
}

function refuse(thrown: unknown): never {
  if (!isOfStripe(thrown) || isOfKey(thrown)) throw thrown;
  if (thrown.type === 'StripePermissionError') {
    const message = 'This key cannot write payment method domains at Stripe. Grant it that permission there.';
    throw new Problem('parameter_invalid', message, { param: 'domain' });
  }
  const refusal = refusalOf(thrown);
  if (refusal) throw new Problem('parameter_invalid', `Stripe: ${refusal.message}`, { param: 'domain' });
  throw unanswered(thrown, 'Stripe');
}
