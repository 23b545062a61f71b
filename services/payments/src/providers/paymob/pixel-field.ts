import { readFileSync } from 'node:fs';
import type { Connection } from '../port/connection.ts';
import type { ProviderField } from '../port/adapter.ts';

interface PixelSetting extends Pick<Connection, 'publicConfig'> {
  /** Of Paymob's script. */
  readonly pixelUrl: string;
  /** Where a paid charge of the connection is queried. */
  readonly returnUrl: string;
}

const script = readFileSync(new URL('pixel-field.js', import.meta.url), 'utf8');

/** Paymob's field for cards, which it calls Pixel: the card goes from its own frame to Paymob. */
export const pixelField = ({ pixelUrl, publicConfig, returnUrl }: PixelSetting): ProviderField => ({
  script,
  settings: { scriptUrl: pixelUrl, publicKey: publicConfig['publicKey'] ?? '', returnUrl },
  // The script's folder alone: on a host that serves everybody's packages, the host would allow all of them.
  scriptSources: [new URL('.', pixelUrl).href],
});
