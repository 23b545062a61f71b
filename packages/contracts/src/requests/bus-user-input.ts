import { z } from 'zod';
import { Mode } from '../enums.ts';
import { eventTypes } from '../events.ts';
import { serviceNames } from '../operation.ts';
import { failWith, requestBody } from '../primitives.ts';
import { familiesOf } from '../event.ts';
import { describeWrongPattern } from './webhook-endpoint-input.ts';

const families = familiesOf(eventTypes);
const isBusPattern = (value: string): boolean =>
  value === '*' || families.has(value) || eventTypes.some((type) => type === value);

const taken: readonly string[] = [...serviceNames, 'anonymous'];

/** A team of the platform, as its user and the names of its consumers show it. */
export const TeamName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{1,30}$/, 'must be 2 to 31 lowercase letters, digits and underscores, and start with a letter')
  .refine((name) => !taken.includes(name), 'is the name of a service')
  .describe('Name of the platform team.');

/** The name under which a team keeps a place in the stream. */
export const DurableName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,30}$/, 'must be 1 to 31 lowercase letters, digits, underscores and hyphens');

const unique = (names: string[]): string[] => [...new Set(names)];

const daysMax = 365;

/** The body of POST /operator/bus-users. */
export const CreateBusUser = requestBody('CreateBusUser', 'A bus user to create.', {
  team: TeamName,
  mode: Mode.nullish().describe('If absent, both modes.'),
  merchantId: z
    .string()
    .regex(/^acct_\w+$/, 'must be an account, acct_…')
    .nullish()
    .describe('`acct_…`. If absent, all merchants.'),
  types: z
    .array(z.string().refine(isBusPattern, { error: ({ input }) => describeWrongPattern(String(input), eventTypes) }))
    .min(1)
    .max(50)
    .transform(unique)
    .default(['*'])
    .describe('Event types, `family.*`, or `*` for all.'),
  durables: z
    .array(DurableName)
    .min(1)
    .max(20)
    .transform(unique)
    .default(['main'])
    .describe('Names of the durable consumers that the team can create.'),
  expiresInDays: z
    .number()
    .refine(
      (days) => Number.isInteger(days) && days >= 1 && days <= daysMax,
      failWith('parameter_out_of_range', `must be a whole number from 1 to ${daysMax}`),
    )
    .meta({ type: 'integer', minimum: 1, maximum: daysMax })
    .default(90)
    .describe('Validity of the credentials, in days.'),
});
