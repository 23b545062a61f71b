import type { Page } from '@mizan/service-kit';
import { toSVG } from 'bwip-js/node';
import { referenceNumberOf } from '../providers/simulator/simulated-references.ts';

export const barcode = (chargeId: string): Page => ({
  status: 200,
  headers: {
    'content-type': 'image/svg+xml',
    'cache-control': 'public, max-age=86400, immutable',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
  },
  body: toSVG({ bcid: 'code128', text: referenceNumberOf(chargeId), includetext: true, height: 12, paddingwidth: 4 }),
});
