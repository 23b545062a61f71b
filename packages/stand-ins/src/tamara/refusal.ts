import { type Answer, json } from '../server/route.ts';

/** Why Tamara refuses a request. */
export class TamaraRefusal extends Error {
  readonly answer: Answer;

  constructor(status: 400 | 401 | 404 | 409, message: string, errorCode = 'invalid_request') {
    super(`${status} ${message}`);
    this.answer = json(status, { message, errors: [{ error_code: errorCode }], data: [] });
  }
}
