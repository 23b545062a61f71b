import { page, type RoutesOf } from '@mizan/service-kit';
import type { Wiring } from '../wiring.ts';
import { completeChallenge } from './complete-challenge.ts';
import { findChallenge } from './find-challenge.ts';
import { challengePage, missingPage, overPage } from './render-page.ts';

/** The test-mode page that plays the buyer's bank. */
export const simulatorRoutes = (wiring: Wiring): Pick<RoutesOf<'payments'>, 'showSimulator' | 'completeSimulator'> => ({
  showSimulator: page(async ({ db }, { params }) => {
    const challenge = await findChallenge(db, params.chargeId);
    if (!challenge) return missingPage();
    return challenge.isOpen ? challengePage(challenge.charge) : overPage(challenge.charge);
  }),
  completeSimulator: page((context, input) => completeChallenge(wiring, context, input)),
});
