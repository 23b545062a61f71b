const causesMax = 4;

/** An error as a log line shows it. */
export interface DescribedError {
  readonly name?: string;
  readonly message: string;
  readonly code?: string;
  readonly constraint?: string;
  readonly stack?: string;
  readonly cause?: DescribedError;
}

/** What may be logged of anything thrown: no property but these few, since some carry rows, statements or bodies. */
export function describeError(thrown: unknown, depth = 1): DescribedError {
  if (!(thrown instanceof Error)) return { message: String(thrown) };
  const { name, stack, cause } = thrown;
  const message = quotesInput(thrown) ? thrown.message.replace(/".*/s, '"…"') : thrown.message;
  return {
    name,
    message,
    ...textProperty(thrown, 'code'),
    ...textProperty(thrown, 'constraint'),
    ...(stack === undefined ? {} : { stack: stack.replace(thrown.message, () => message) }),
    ...(cause === undefined || depth === causesMax ? {} : { cause: describeError(cause, depth + 1) }),
  };
}

function textProperty(error: Error, name: 'code' | 'constraint'): Record<string, string> {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? { [name]: value } : {};
}

/** The messages of JSON.parse and of Postgres's class 22 (data exceptions) repeat their input. */
const quotesInput = (error: Error & { code?: unknown }): boolean =>
  error instanceof SyntaxError || (typeof error.code === 'string' && /^22[0-9A-Z]{3}$/.test(error.code));
