import type { Database, Page } from '@mizan/service-kit';
import { findChallenge } from './find-challenge.ts';
import { challengePage, donePage, missingPage } from './render-page.ts';

/** The page on which a developer plays the buyer of a charge. */
export async function showSimulator({ db }: { readonly db: Database }, chargeId: string): Promise<Page> {
  const challenge = await findChallenge(db, chargeId);
  if (!challenge) return missingPage();
  return challenge.nextAction ? challengePage(challenge) : donePage(challenge.charge);
}
