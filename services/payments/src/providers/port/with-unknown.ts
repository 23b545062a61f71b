import type { Unknown } from './provider-outcome.ts';

/** The adapter's context, as far as refused credentials are reported. */
interface Reporting {
  readonly onCredentialsRefused: (message: string) => Promise<void>;
}

/** How to recognize what the client of a provider throws. */
interface Recognized<Context> {
  readonly context: Context;
  /** Of the provider, for messages. */
  readonly name: string;
  /** An answer of the provider, or no answer. */
  readonly isOfProvider: (thrown: unknown) => thrown is Error;
  /** The provider refused the credentials, and not the request. */
  readonly isOfCredentials: (thrown: unknown) => boolean;
}

/**
 * Turns the calls of an adapter into those of the port: what the provider did not answer is unknown, and so is what it refuses for the
 * credentials alone, which is reported. A bug of ours is thrown.
 */
export const withUnknown =
  <Context extends Reporting>({ context, name, isOfProvider, isOfCredentials }: Recognized<Context>) =>
  <Request, Outcome>(call: (context: Context, request: Request) => Promise<Outcome>) =>
  async (request: Request): Promise<Outcome | Unknown> => {
    try {
      return await call(context, request);
    } catch (thrown) {
      if (!isOfProvider(thrown)) throw thrown;
      if (isOfCredentials(thrown))
        await context.onCredentialsRefused(`${name} does not accept the credentials: ${thrown.message}`);
      return { kind: 'unknown', cause: thrown };
    }
  };
