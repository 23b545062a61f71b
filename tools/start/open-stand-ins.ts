import {
  startFawryStandIn,
  startPaymobStandIn,
  startStripeStandIn,
  startTabbyStandIn,
  startTamaraStandIn,
  type TabbyStandIn,
} from '@mizan/stand-ins';
import type { DevFile } from '@mizan/stack/dev-file';
import type { Home } from '@mizan/stack/home';
import { isPortFree } from '@mizan/stack/ports';

/** Providers that run on this machine, for a live mode that moves no real money. */
export interface StandIns {
  /** What the service of payments is started with. */
  readonly env: Readonly<Record<string, string>>;
  readonly described: NonNullable<DevFile['providers']>;
  stop(): Promise<void>;
}

/** How far above the port of the API the stand-ins listen, so that their addresses are the same after a restart. */
const offsets = { stripe: 20, paymob: 21, fawry: 22, tabby: 23, tamara: 24, 'tabby-sa': 25 } as const;

/** Starts the stand-ins; what they know is in the state folder. @param publicPort of the API */
export async function openStandIns(home: Home, publicPort: number): Promise<StandIns> {
  const optionsOf = async (provider: keyof typeof offsets) => {
    const port = publicPort + offsets[provider];
    const stateFile = home.path(`providers/${provider}.jsonl`);
    return { stateFile, ...((await isPortFree(port)) ? { port } : {}) };
  };
  const stripe = await startStripeStandIn(await optionsOf('stripe'));
  const paymob = await startPaymobStandIn(await optionsOf('paymob'));
  const fawry = await startFawryStandIn(await optionsOf('fawry'));
  const tabby = await startTabbyStandIn(await optionsOf('tabby'));
  // Tabby has an API of its own for Saudi Arabia, and a merchant code takes the currency of one country.
  const tabbySa = await startTabbyStandIn({ market: 'SA', ...(await optionsOf('tabby-sa')) });
  const tamara = await startTamaraStandIn(await optionsOf('tamara'));
  const controlUrlOf = ({ url }: { readonly url: string }) => `${url}/_control/`;
  const { apiKey, secretKey, publicKey, hmacSecret } = paymob.account;
  const describeTabby = ({ url, account: { market: country, ...keys } }: TabbyStandIn) => ({
    controlUrl: controlUrlOf({ url }),
    credentials: { ...keys, country },
  });
  return {
    env: {
      MIZAN_PROVIDER_SANDBOX: 'allow',
      MIZAN_STRIPE_API_URL: stripe.url,
      MIZAN_STRIPE_JS_URL: stripe.scriptUrl,
      MIZAN_PAYMOB_EGYPT_API_URL: paymob.url,
      // It refuses the keys of other countries, as it is an account of Egypt: none of them leaves this machine.
      MIZAN_PAYMOB_KSA_API_URL: paymob.url,
      MIZAN_PAYMOB_UAE_API_URL: paymob.url,
      MIZAN_PAYMOB_OMAN_API_URL: paymob.url,
      MIZAN_PAYMOB_PIXEL_URL: `${paymob.url}/pixel/main.js`,
      MIZAN_FAWRY_API_URL: fawry.url,
      MIZAN_TABBY_API_URL: tabby.url,
      MIZAN_TABBY_KSA_API_URL: tabbySa.url,
      MIZAN_TAMARA_API_URL: tamara.url,
    },
    described: {
      stripe: {
        controlUrl: controlUrlOf(stripe),
        credentials: { secretKey: stripe.account.secretKey, publishableKey: stripe.account.publishableKey },
      },
      paymob: {
        controlUrl: controlUrlOf(paymob),
        credentials: { accountKey: apiKey, secretKey, publicKey, hmacSecret },
      },
      fawry: { controlUrl: controlUrlOf(fawry), credentials: { ...fawry.account } },
      tabby: describeTabby(tabby),
      'tabby-sa': { provider: 'tabby', ...describeTabby(tabbySa) },
      tamara: { controlUrl: controlUrlOf(tamara), credentials: { ...tamara.account } },
    },
    stop: async () => {
      await Promise.all([stripe, paymob, fawry, tabby, tabbySa, tamara].map((standIn) => standIn.close()));
    },
  };
}
