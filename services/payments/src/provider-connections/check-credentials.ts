import type { ConnectedMethod, CreateProviderConnection, ProviderName } from '@mizan/contracts';
import { type LoadContext, Problem } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { adapterOf } from '../providers/adapter-of.ts';
import type { CheckedCredentials } from '../providers/port/connection.ts';

/** Credentials that a provider has accepted, and the methods that the connection takes. */
export interface CheckedConnection extends CheckedCredentials {
  readonly methods: readonly ConnectedMethod[];
}

/** What is to be checked: the credentials of a request, and the methods that it names, if it does. */
export interface CredentialCheck {
  readonly provider: ProviderName;
  readonly credentials: unknown;
  /** Whether the account's own credential is another: the one that a connection has keeps it, whatever it lacks. */
  readonly areNew: boolean;
  readonly methods?: CreateProviderConnection['methods'];
}

/**
 * Has a provider prove credentials before they are stored, and changes nothing there; no transaction is open.
 *
 * @throws Problem `parameter_invalid`: not accepted, new ones that lack what payments need, of a sandbox where the platform
 *   moves real money, or methods that the provider does not offer the account; `internal_error` 503: the provider does not answer; `creation_failed`: it fails after
 *   it accepted them
 */
export async function checkCredentials(
  { scope }: Pick<LoadContext, 'scope'>,
  app: App,
  { provider, credentials: given, areNew, methods }: CredentialCheck,
): Promise<CheckedConnection> {
  assertLive(scope.livemode);
  const { connect } = adapterOf(app, provider);
  const credentials = connect.parse(given);
  if (!app.allowsSandboxes && connect.isSandbox(credentials))
    throw new Problem(
      'parameter_invalid',
      'Live mode requires live credentials, not those of a sandbox. On an installation for tests, set MIZAN_PROVIDER_SANDBOX=allow.',
      {
        param: 'credentials',
      },
    );
  const checked = await connect.check(credentials);
  if (areNew) await connect.assertPermitted?.(credentials);
  return { ...checked, methods: chosenMethods(checked.offers, methods) };
}

function assertLive(livemode: boolean): void {
  if (livemode) return;
  const message = 'Test mode always uses the simulator. Use a live key to connect a payment provider.';
  throw new Problem('parameter_invalid', message, { param: 'provider' });
}

/** The methods that the request names, within what the provider offers; all that it offers where it names none. */
export function chosenMethods(
  offers: readonly ConnectedMethod[],
  named: CreateProviderConnection['methods'],
): readonly ConnectedMethod[] {
  const refuse = (index: number, field: string, message: string): Problem =>
    new Problem('parameter_invalid', message, { param: `methods[${index}].${field}` });
  if (!named) return firstOfEach(offers);
  return named.map(({ type, currencies, integration = null }, index) => {
    const ofType = offers.filter((offer) => offer.type === type);
    if (ofType.length === 0) throw refuse(index, 'type', `The provider does not offer this account ${type}.`);
    const offer = integration === null ? ofType[0] : ofType.find((each) => each.integration === integration);
    if (!offer) throw refuse(index, 'integration', `The provider has no integration ${integration} for ${type}.`);
    const missing = currencies?.find((currency) => !offer.currencies.includes(currency));
    if (missing) throw refuse(index, 'currencies', `The provider does not settle ${type} in ${missing}.`);
    return { type, currencies: currencies ?? offer.currencies, integration: offer.integration };
  });
}

/** One row for each method: the first integration that the provider lists. */
const firstOfEach = (offers: readonly ConnectedMethod[]): readonly ConnectedMethod[] =>
  offers.filter(({ type }, index) => offers.findIndex((other) => other.type === type) === index);
