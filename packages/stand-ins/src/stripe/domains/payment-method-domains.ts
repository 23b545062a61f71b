import { invalidRequest } from '../api/refusal.ts';
import { flag, required, text, type Read } from '../parameters/readers.ts';
import { newId, type Domain } from '../state.ts';
import { isOwn, owned, type Caller } from '../stripe-app.ts';

export const createDomainShape = { domain_name: text(253), enabled: flag };

/** POST /v1/payment_method_domains. A domain that is registered already is returned as it is. */
export function createDomain(caller: Caller, given: Read<typeof createDomainShape>): Domain {
  const domainName = required(given.domain_name, 'domain_name');
  if (!/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(domainName))
    throw invalidRequest(
      'The domain name is not valid: send it without a protocol, port or path.',
      undefined,
      'domain_name',
    );
  const { domains } = caller.app.state;
  const known = domains.find((each) => isOwn(caller, each) && each.domainName === domainName);
  const domain = known ?? { ...owned(caller, newId('pmd')), domainName, isEnabled: given.enabled ?? true };
  if (!known) domains.push(domain);
  return domain;
}

/** Names below this one never prove that they belong to the account. */
const unverifiable = '.unverifiable.example';

export const isVerified = ({ domainName }: Domain): boolean => !`.${domainName}`.endsWith(unverifiable);

/** A PaymentMethodDomain as Stripe shows it. */
export function renderDomain(domain: Domain): Readonly<Record<string, unknown>> {
  const wallet = isVerified(domain)
    ? { status: 'active' }
    : {
        status: 'inactive',
        status_details: {
          error_message: `Stripe couldn't verify the domain: the file /.well-known/apple-developer-merchantid-domain-association was not found.`,
        },
      };
  return {
    id: domain.id,
    object: 'payment_method_domain',
    amazon_pay: wallet,
    apple_pay: wallet,
    created: domain.created,
    domain_name: domain.domainName,
    enabled: domain.isEnabled,
    google_pay: wallet,
    klarna: wallet,
    link: wallet,
    livemode: domain.livemode,
    paypal: wallet,
  };
}
