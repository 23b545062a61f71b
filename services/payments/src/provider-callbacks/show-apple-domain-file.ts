import type { Page } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';

/** The file by which Apple verifies that the hosted page's domain takes Apple Pay; 404 while the operator has set none. */
export const showAppleDomainFile = ({ appleDomainFile }: Pick<App, 'appleDomainFile'>): Page => ({
  status: appleDomainFile === null ? 404 : 200,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  body: appleDomainFile ?? 'No domain association file is configured.\n',
});
