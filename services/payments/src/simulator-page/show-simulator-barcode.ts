import { toSVG } from 'bwip-js/node';
import type { Database, Page } from '@mizan/service-kit';
import { referenceNumberOf } from '../providers/simulator/simulated-references.ts';
import { findChallenge } from './find-challenge.ts';
import { missingPage } from './render-page.ts';

/** The barcode of a voucher. */
export async function showSimulatorBarcode({ db }: { readonly db: Database }, chargeId: string): Promise<Page> {
  const challenge = await findChallenge(db, chargeId);
  return challenge?.charge.paymentMethodDetails.voucher ? barcode(challenge.charge.id) : missingPage();
}

const barcode = (chargeId: string): Page => ({
  status: 200,
  headers: {
    'content-type': 'image/svg+xml',
    'cache-control': 'public, max-age=86400, immutable',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
  },
  body: toSVG({ bcid: 'code128', text: referenceNumberOf(chargeId), includetext: true, height: 12, paddingwidth: 4 }),
});
