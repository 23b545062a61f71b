import type { z } from 'zod';
import { isErrorCode, type ErrorCode } from './errors.ts';

/** What is wrong with a request: the code to answer with, a sentence for its developer, and the parameter. */
export interface ParsedIssue {
  readonly code: ErrorCode;
  readonly message: string;
  readonly param: string | undefined;
}

/**
 * The first problem that zod found. The message never repeats the value, which may be a card number or a secret.
 *
 * @param where says what is meant when the problem has no path
 */
export function parseIssues(error: z.ZodError, where: 'body' | 'query'): ParsedIssue {
  const issue = error.issues[0];
  if (!issue) throw new Error('bug: a ZodError without issues');
  if (issue.code === 'unrecognized_keys') {
    const param = pathOf([...issue.path, issue.keys[0] ?? '']);
    return { code: 'parameter_unknown', message: `${param} is not a parameter of this request.`, param };
  }
  const param = pathOf(issue.path) || undefined;
  const subject = param ?? (where === 'body' ? 'The request body' : 'The query');
  return { code: codeOf(issue), message: `${subject} ${complaintOf(issue)}.`, param };
}

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
function complaintOf(issue: z.core.$ZodIssue): string {
  if (/^(must|is|requires) /.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.endsWith('received undefined')
        ? 'is required'
        : `must be ${typeNames[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.join(', ')}`;
    case 'too_small':
      return `must be ${bound(issue.origin, `at least ${issue.minimum}`)}`;
    case 'too_big':
      return `must be ${bound(issue.origin, `at most ${issue.maximum}`)}`;
    default:
      return 'has a value that is not allowed';
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

const bound = (origin: string, limit: string) =>
  origin === 'string' ? `${limit} characters long` : origin === 'array' ? `${limit} items long` : limit;
