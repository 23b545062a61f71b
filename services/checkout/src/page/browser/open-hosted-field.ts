import type { CardEntry } from '@mizan/contracts';
import type { FieldSetting, HostedField } from './hosted-field.ts';
import { openStripeField } from './stripe-field.ts';

type Open = (entry: CardEntry, setting: FieldSetting) => Promise<HostedField>;

const openers: Readonly<Record<CardEntry['provider'], Open>> = { stripe: openStripeField };

/** Loads the provider's script, once for the page, and prepares a field. Rejects when the script does not come. */
export const openHostedField: Open = (entry, setting) => openers[entry.provider](entry, setting);
