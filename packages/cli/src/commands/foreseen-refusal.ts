import { CommandError } from '../terminal/command-error.ts';

/**
 * What the API will refuse by all that the command has read, thrown instead of a question. Where the command was given an
 * idempotency key, an earlier run with it may be the reason, so that `confirm` leaves it to the API.
 */
export class ForeseenRefusal extends CommandError {}
