import type { Page } from '@mizan/service-kit';
import type { App } from '../config.ts';
import { showSession, type PageSetting } from './show-checkout.ts';

/**
 * The page that recovers a checkout which expired unpaid: its script creates the copy and continues there, so that a mail
 * program or a preview that fetches the address creates nothing. Any other checkout is shown as it is.
 */
export const showRecovery = (app: App, setting: PageSetting, id: string): Promise<Page> =>
  showSession(app, setting, { id, isRecovery: true });
