import { z } from 'zod';
import { catalogErrors } from './errors/catalog-errors.ts';
import { checkoutErrors } from './errors/checkout-errors.ts';
import { errorTypes, type ErrorDefinition } from './errors/define-error.ts';
import { paymentErrors } from './errors/payment-errors.ts';
import { requestErrors } from './errors/request-errors.ts';
import { namedObject } from './primitives.ts';

export { errorTypes, type ErrorDefinition, type ErrorType } from './errors/define-error.ts';

const table = { ...requestErrors, ...catalogErrors, ...checkoutErrors, ...paymentErrors };

/** A stable, machine-readable reason for a failure. */
export type ErrorCode = keyof typeof table;

/** Every error code: the HTTP status and type it is answered with, what it means and what to do. */
export const errors: Readonly<Record<ErrorCode, ErrorDefinition>> = table;

/** All error codes in table order. */
export const errorCodes = Object.keys(table) as [ErrorCode, ...ErrorCode[]];

/** True when `value` is a code of the table. */
export const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === 'string' && Object.hasOwn(table, value);

export const ErrorEnvelope = namedObject('ErrorEnvelope', 'The body of every unsuccessful response.', {
  error: z.object({
    type: z.enum(errorTypes).describe('The type of error.'),
    code: z.enum(errorCodes).describe('A stable, machine-readable code. Branch on this value.'),
    message: z.string().describe('A human-readable message. Its wording may change at any time.'),
    param: z.string().optional().describe('The parameter that caused the error, for example `lineItems[0].quantity`.'),
    doc_url: z.string().optional().describe('Link to the documentation of the code.'),
  }),
  request_id: z.string().describe('ID of the request. Include it when you contact support.'),
});
export type ErrorEnvelope = z.infer<typeof ErrorEnvelope>;
