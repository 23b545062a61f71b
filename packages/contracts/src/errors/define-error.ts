/** The kinds of error a client can branch on. */
export const errorTypes = [
  'invalid_request_error',
  'authentication_error',
  'rate_limit_error',
  'api_error',
  'card_error',
  'idempotency_error',
] as const;
export type ErrorType = (typeof errorTypes)[number];

/** What one error code means, for the envelope and for the page its `doc_url` opens. */
export interface ErrorDefinition {
  /** HTTP status it is answered with unless the thrower says otherwise. */
  readonly status: number;
  /** Further statuses the same code is used with. */
  readonly otherStatuses?: readonly number[];
  readonly type: ErrorType;
  /** What happened, for the developer who reads the code. */
  readonly meaning: string;
  /** What that developer can do about it. */
  readonly remedy: string;
}

type Row<Status extends number> = Omit<ErrorDefinition, 'status'> & { readonly status: Status };

/** A row of the table of the most frequent type; those of other types are written out. */
export const invalidRequest = <S extends number>(status: S, meaning: string, remedy: string): Row<S> => ({
  status,
  type: 'invalid_request_error',
  meaning,
  remedy,
});
