import type { PromotionCode } from '@mizan/contracts';
import type { Command } from 'commander';
import { sendAsMerchant } from '../../api/send-request.ts';
import { CommandError } from '../../terminal/command-error.ts';

/**
 * Reads the promotion code that was named: by its ID, or by its text. Of several with the same text, the active one, or else
 * the newest.
 *
 * @throws CommandError when there is none
 */
export async function findCode(command: Command, named: string): Promise<PromotionCode> {
  const text = named.trim();
  if (text.startsWith('promo_'))
    return sendAsMerchant<PromotionCode>(command, `GET /promotion-codes/${encodeURIComponent(text)}`);
  const query = new URLSearchParams({ code: text, limit: '100' });
  const { data } = await sendAsMerchant<{ data: PromotionCode[] }>(command, `GET /promotion-codes?${query}`);
  const found = data.find(({ active }) => active) ?? data[0];
  if (found !== undefined) return found;
  throw new CommandError(`There is no code ${text.toUpperCase()}. mizan codes list shows those that exist.`);
}
