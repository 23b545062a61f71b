import { z } from 'zod';
import { closestName } from './closest-name.ts';
import { isErrorCode, type ErrorCode } from './errors.ts';

/** What is wrong with a request: the code to answer with, a sentence for its developer, and the parameter. */
export interface ParsedIssue {
  readonly code: ErrorCode;
  readonly message: string;
  readonly param: string | undefined;
}

/** What was parsed, by which schema: with it a message can also say what was meant. */
export interface Parsed {
  readonly schema: z.ZodType;
  readonly given: unknown;
  /** What the other part of the request takes: the query for a body, and the body for a query. */
  readonly elsewhere?: z.ZodType | undefined;
}

/**
 * The first problem that zod found. The message never repeats the value, which may be a card number or a secret.
 *
 * @param where says what is meant when the problem has no path
 */
export function parseIssues(error: z.ZodError, where: 'body' | 'query', parsed?: Parsed): ParsedIssue {
  const issue = error.issues[0];
  if (!issue) throw new Error('bug: a ZodError without issues');
  if (issue.code === 'unrecognized_keys') {
    const [name = ''] = issue.keys;
    const param = pathOf([...issue.path, name]);
    const hint = parsed ? hintFor(name, where, { ...parsed, path: issue.path }) : '';
    return { code: 'parameter_unknown', message: `${param} is not a parameter of this request.${hint}`, param };
  }
  const param = pathOf(issue.path) || undefined;
  const subject = param ?? (where === 'body' ? 'The request body' : 'The query');
  const given = parsed && valueAt(parsed.given, issue.path);
  const isMissing = parsed !== undefined && param !== undefined && given === undefined;
  const place = isMissing && where === 'query' ? ' in the query' : '';
  const sent = isMissing ? misspelled(error.issues, issue.path) : undefined;
  const hint = sent === undefined ? meantBy(given, issue) : ` You sent ${sent}.`;
  const complaint = `${subject} ${complaintOf(issue, isMissing)}${place}`;
  return { code: codeOf(issue), message: `${complaint.endsWith('?') ? complaint : `${complaint}.`}${hint}`, param };
}

/** The allowed value that was probably meant: `EGP` by `egp`. */
function meantBy(given: unknown, issue: z.core.$ZodIssue): string {
  const meant =
    issue.code === 'invalid_value' && typeof given === 'string' && issue.values.length > 1
      ? closestName(given, issue.values.map(String))
      : undefined;
  return meant === undefined ? '' : ` Did you mean ${meant}?`;
}

const otherPart = { body: 'query', query: 'body' } as const;

/** The unknown field beside a missing one that was probably meant to be it. */
function misspelled(issues: readonly z.core.$ZodIssue[], missing: readonly PropertyKey[]): string | undefined {
  const parent = pathOf(missing.slice(0, -1));
  const unknown = issues.flatMap((each) =>
    each.code === 'unrecognized_keys' && pathOf(each.path) === parent ? each.keys : [],
  );
  const wanted = String(missing.at(-1));
  return unknown.find(
    (name) =>
      closestName(name, [wanted]) !== undefined ||
      otherNames.some(({ names, known }) => known === wanted && names.test(name)),
  );
}

/** Names by which other platforms, or common sense, call what has another name here. */
const otherNames: readonly { readonly names: RegExp; readonly known: string; readonly hint: string }[] = [
  {
    names: /^(success|return|redirect)_?url$/i,
    known: 'afterCompletion',
    hint: "To send the buyer to your page after paying, use afterCompletion: { type: 'redirect', redirect: { url } }.",
  },
  {
    names: /^(customer_?|receipt_?|buyer_?)?e?mail$/i,
    known: 'customerDetails',
    hint: 'Use customerDetails: { email }.',
  },
  {
    names: /^cancel_?url$/i,
    known: 'maxCompletions', // of a payment link
    hint: 'Only checkout sessions have a cancelUrl.',
  },
  {
    names: /^(shipping|delivery)_?(options?|rates?|costs?|fees?|amount)$/i,
    known: 'lineItems',
    hint: 'To charge for delivery, add a line item.',
  },
  {
    names: /^customer_?(id|update)?$/i,
    known: 'maxCompletions', // of a payment link
    hint: 'For a customer of yours, create a checkout session.',
  },
  {
    names: /^payment_?method_?types?$/i,
    known: 'maxCompletions', // of a payment link
    hint: 'A payment link limits its methods with paymentMethodConfigurationId.',
  },
  {
    names: /^(capture_?method|payment_?intent_?data|locale|discounts|expires_?after_?minutes)$/i,
    known: 'maxCompletions', // of a payment link
    hint: 'Only checkout sessions have it.',
  },
  { names: /^(items|products|cart)$/i, known: 'lineItems', hint: 'Did you mean lineItems?' },
  { names: /^(amount|price)$/i, known: 'unitAmount', hint: 'Did you mean unitAmount, in minor units?' },
  { names: /^payment_?intent$/i, known: 'paymentIntentId', hint: 'Did you mean paymentIntentId?' },
  { names: /^customer$/i, known: 'customerId', hint: 'Did you mean customerId?' },
  { names: /^expires_?(at|in)$/i, known: 'expiresAfterMinutes', hint: 'Did you mean expiresAfterMinutes?' },
  { names: /^events$/i, known: 'enabledEvents', hint: 'Did you mean enabledEvents?' },
];

/** How many names a message lists. */
const listedNamesMax = 12;

interface Unknown extends Parsed {
  /** Of the object that has the field. */
  readonly path: readonly PropertyKey[];
}

/** What to send instead of an unknown field, or where. */
function hintFor(name: string, where: keyof typeof otherPart, { schema, elsewhere, path }: Unknown): string {
  if (path.length === 0 && elsewhere && namesAt(elsewhere, []).includes(name))
    return ` Send it in the ${otherPart[where]}.`;
  const known = namesAt(schema, path);
  const other = otherNames.find((each) => each.names.test(name) && known.includes(each.known));
  if (other) return ` ${other.hint}`;
  const meant = closestName(name, known);
  if (meant !== undefined) return ` Did you mean ${meant}?`;
  if (known.length === 0) return ' It takes none.';
  return known.length <= listedNamesMax
    ? ` Allowed: ${known.join(', ')}.`
    : ' The reference at /docs lists those that are.';
}

/** The names of the fields that an object at this path may have. */
function namesAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  const reached = path.reduce<readonly z.core.$ZodType[]>(
    (at, part) => at.flatMap((each) => stepInto(each, part)),
    alternativesOf(schema),
  );
  return [...new Set(reached.flatMap((each) => (each instanceof z.ZodObject ? Object.keys(each.shape) : [])))];
}

function stepInto(schema: z.core.$ZodType, part: PropertyKey): readonly z.core.$ZodType[] {
  if (schema instanceof z.ZodArray) return alternativesOf(schema.element);
  const inner = schema instanceof z.ZodObject ? (schema.shape as z.core.$ZodShape)[String(part)] : undefined;
  return inner ? alternativesOf(inner) : [];
}

/** A schema without what may surround it, or each member of a union. */
function alternativesOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(alternativesOf);
  if (schema instanceof z.ZodPipe) return alternativesOf(schema.in);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return alternativesOf(schema.unwrap());
  return [schema];
}

const valueAt = (given: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (at, part) => (typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[part] : undefined),
    given,
  );

/** `['lineItems', 0, 'quantity']` as `lineItems[0].quantity`. */
function pathOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
}

function codeOf(issue: z.core.$ZodIssue): ErrorCode {
  const code: unknown = issue.code === 'custom' ? issue.params?.code : undefined;
  return isErrorCode(code) ? code : 'parameter_invalid';
}

/** Our own messages continue a sentence that starts with the parameter; zod's default ones are rephrased to match. */
function complaintOf(issue: z.core.$ZodIssue, isMissing: boolean): string {
  if (isMissing && issue.message.startsWith('must be ')) return `is required: it ${issue.message}`;
  if (issue.code === 'custom' ? issue.message !== 'Invalid input' : /^(must|is|requires) /.test(issue.message))
    return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.endsWith('received undefined')
        ? 'is required'
        : `must be ${typeNames[issue.expected] ?? issue.expected}`;
    case 'invalid_value': {
      const allowed = issue.values.length === 1 ? String(issue.values[0]) : `one of ${issue.values.join(', ')}`;
      return isMissing ? `is required: it must be ${allowed}` : `must be ${allowed}`;
    }
    case 'too_small':
      return `must ${bound(issue.origin, 'at least', issue.minimum)}`;
    case 'too_big':
      return `must ${bound(issue.origin, 'at most', issue.maximum)}`;
    default:
      return isMissing ? 'is required' : 'has a value that is not allowed';
  }
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'an array',
  null: 'null',
};

function bound(origin: string, limit: 'at least' | 'at most', count: number | bigint): string {
  const ending = Number(count) === 1 ? '' : 's';
  if (origin === 'array') return `have ${limit} ${count} item${ending}`;
  return origin === 'string' ? `be ${limit} ${count} character${ending} long` : `be ${limit} ${count}`;
}
