import type { PromotionCode } from '@mizan/contracts';
import type { Command } from 'commander';
import { hasGivenKey } from '../../api/idempotency-keys.ts';
import { sendAsMerchant } from '../../api/send-request.ts';
import { CommandError } from '../../terminal/command-error.ts';

/**
 * Reads the promotion code that was named: by its ID, or by its text. Of several with the same text, the active one, or else
 * the newest; a command that may be repeated cannot know whether that is the one that it has deactivated.
 *
 * @throws CommandError when there is none, or where it cannot be known which one is meant
 */
export async function findCode(command: Command, named: string): Promise<PromotionCode> {
  const text = named.trim();
  if (text.startsWith('promo_'))
    return sendAsMerchant<PromotionCode>(command, `GET /promotion-codes/${encodeURIComponent(text)}`);
  const query = new URLSearchParams({ code: text, limit: '100' });
  const { data } = await sendAsMerchant<{ data: PromotionCode[] }>(command, `GET /promotion-codes?${query}`);
  const active = data.find((each) => each.active);
  if (active === undefined && data.length > 1 && hasGivenKey(command))
    throw new CommandError(
      `No code ${text.toUpperCase()} is active, and ${data.length} are not. Name the one that you mean by its ID: ${data.map(({ id }) => id).join(', ')}.`,
    );
  const found = active ?? data[0];
  if (found !== undefined) return found;
  throw new CommandError(`There is no code ${text.toUpperCase()}. mizan codes list shows those that exist.`);
}
