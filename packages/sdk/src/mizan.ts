import { assertApiKey } from './api-key.ts';
import { AllCalls } from './operations.ts';
import { assertClientOptions, type ClientOptions } from './options.ts';
import { Transport } from './transport.ts';

/** The API of one account and mode: those of its key. */
export class Mizan extends AllCalls {
  /** With the key of the environment variable `MIZAN_KEY`. @throws MizanError there is none, or there is no such option */
  constructor(options?: ClientOptions);
  /**
   * @param apiKey a secret or restricted key; a publishable key for requests of buyers
   * @throws MizanError the key is undefined, empty or of another service, or there is no such option
   */
  constructor(apiKey: string | undefined, options?: ClientOptions);
  constructor(...given: [(ClientOptions | string)?, ClientOptions?]) {
    const [first, second] = given;
    // An undefined key is a variable that is not set: another account's key must not take its place.
    const usesEnvironment = given.length === 0 || (typeof first === 'object' && first !== null);
    const options = usesEnvironment ? (first as ClientOptions | undefined) : second;
    assertClientOptions(options ?? {});
    const key = assertApiKey(usesEnvironment ? process.env['MIZAN_KEY'] : first, { isPassed: !usesEnvironment });
    super(new Transport(key, options));
  }
}
