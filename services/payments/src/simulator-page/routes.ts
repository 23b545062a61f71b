import { toSVG } from 'bwip-js/node';
import { page, type Page, type RoutesOf } from '@mizan/service-kit';
import { referenceNumberOf } from '../providers/simulator/simulated-references.ts';
import type { Wiring } from '../wiring.ts';
import { completeChallenge } from './complete-challenge.ts';
import { findChallenge } from './find-challenge.ts';
import { challengePage, missingPage, overPage } from './render-page.ts';

type Routes = Pick<RoutesOf<'payments'>, 'showSimulator' | 'completeSimulator' | 'showSimulatorBarcode'>;

/** The test-mode pages that play the buyer's bank, wallet and kiosk. */
export const simulatorRoutes = (wiring: Wiring): Routes => ({
  showSimulator: page(async ({ db }, { params }) => {
    const challenge = await findChallenge(db, params.chargeId);
    if (!challenge) return missingPage();
    return challenge.nextAction ? challengePage(challenge) : overPage(challenge.charge);
  }),
  completeSimulator: page((context, input) => completeChallenge(wiring, context, input)),
  showSimulatorBarcode: page(async ({ db }, { params }) => {
    const challenge = await findChallenge(db, params.chargeId);
    return challenge?.charge.payment_method_details.voucher ? barcode(challenge.charge.id) : missingPage();
  }),
});

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
