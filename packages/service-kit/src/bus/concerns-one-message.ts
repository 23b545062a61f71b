import { JetStreamApiError } from '@nats-io/jetstream';
import { InvalidArgumentError, InvalidSubjectError, PermissionViolationError } from '@nats-io/transport-node';

/** Codes of JetStream: the message is too large; its subject belongs to another stream. */
const codes = [10_054, 10_060];

/** Whether the bus refused a message for what it is, such as a subject that the user may not publish to, and accepts others. */
export const concernsOneMessage = (thrown: unknown): boolean =>
  thrown instanceof PermissionViolationError ||
  thrown instanceof InvalidSubjectError ||
  thrown instanceof InvalidArgumentError ||
  (thrown instanceof JetStreamApiError && codes.includes(thrown.code)) ||
  (thrown instanceof Error && thrown.cause !== undefined && concernsOneMessage(thrown.cause));
