import type { LimitType } from './enums.ts';
import { charactersOf } from './primitives.ts';

/** How long an answer may be, as a question says. */
export interface LengthLimits {
  readonly hasLimits: boolean;
  readonly limitType?: LimitType | null | undefined;
  readonly minCharacters?: number | null | undefined;
  readonly maxCharacters?: number | null | undefined;
}

/** What is wrong with the length of an answer, as the end of a sentence; undefined when nothing is. */
export function lengthComplaint(limits: LengthLimits, value: string): string | undefined {
  const { hasLimits, limitType } = limits;
  if (!hasLimits) return undefined;
  const [min, max] = [limits.minCharacters ?? 1, limits.maxCharacters ?? 255];
  const length = charactersOf(value);
  if (limitType === 'EXACTLY' && length !== min) return `must have ${min} characters`;
  if ((limitType === 'AT_LEAST' || limitType === 'BETWEEN') && length < min)
    return `must have at least ${min} characters`;
  if ((limitType === 'AT_MOST' || limitType === 'BETWEEN') && length > max)
    return `must have at most ${max} characters`;
  return undefined;
}
