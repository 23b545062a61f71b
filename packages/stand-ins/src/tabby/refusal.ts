import { json, type Answer } from '../server/route.ts';

const types = {
  400: 'bad_data',
  401: 'not_authorized',
  403: 'no_permission',
  404: 'not_found',
  409: 'conflict',
} as const;

/** Why Tabby refuses a request. */
export class TabbyRefusal extends Error {
  readonly answer: Answer;

  constructor(status: keyof typeof types, error: string) {
    super(`${status} ${error}`);
    this.answer = json(status, { status: 'error', errorType: types[status], error });
  }
}
