import { page, type RoutesOf } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { completeSimulator } from './complete-simulator.ts';
import { findChallenge } from './find-challenge.ts';
import { challengePage, donePage, missingPage } from './render-page.ts';
import { barcode } from './show-simulator-barcode.ts';

type Routes = Pick<RoutesOf<'payments'>, 'showSimulator' | 'completeSimulator' | 'showSimulatorBarcode'>;

/** The test-mode pages that play the buyer's bank, wallet and kiosk. */
export const simulatorRoutes = (app: App): Routes => ({
  showSimulator: page(async ({ db }, { params }) => {
    const challenge = await findChallenge(db, params.chargeId);
    if (!challenge) return missingPage();
    return challenge.nextAction ? challengePage(challenge) : donePage(challenge.charge);
  }),
  completeSimulator: page((context, input) => completeSimulator(app, context, input)),
  showSimulatorBarcode: page(async ({ db }, { params }) => {
    const challenge = await findChallenge(db, params.chargeId);
    return challenge?.charge.payment_method_details.voucher ? barcode(challenge.charge.id) : missingPage();
  }),
});
