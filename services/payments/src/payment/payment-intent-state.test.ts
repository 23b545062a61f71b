import { describe, expect, test } from '@jest/globals';
import {
  declineTrigger,
  maxAttempts,
  paymentIntentTriggers,
  refundTrigger,
  transition,
} from './payment-intent-state.ts';

const statuses = {
  RPM: 'REQUIRES_PAYMENT_METHOD',
  RC: 'REQUIRES_CONFIRMATION',
  RA: 'REQUIRES_ACTION',
  PRO: 'PROCESSING',
  UNC: 'UNCAPTURED',
  ACU: 'AMOUNT_CAPTURABLE_UPDATED',
  SUC: 'SUCCEEDED',
  PR: 'PARTIALLY_REFUNDED',
  REF: 'REFUNDED',
  CAN: 'CANCELED',
  FAI: 'FAILED',
} as const;
type Short = keyof typeof statuses;

const refusals: Readonly<Record<string, string>> = {
  '-': 'resource_invalid_state',
  still: 'payment_still_confirming',
  done: 'payment_already_completed',
};

/** Every trigger from every status: the status it leads to, or the code it is refused with. */
const expected = `
  trigger          RPM  RC   RA    PRO   UNC   ACU   SUC  PR   REF  CAN FAI
  attachMethod     RC   RC   -     -     -     -     -    -    -    -   -
  changeAmount     RPM  RC   -     -     -     -     -    -    -    -   -
  abandonAttempt   RPM  RPM  RPM   still still still -    -    -    -   -
  confirm          PRO  PRO  still still -     -     done done done -   -
  completeAction   -    -    PRO   -     -     -     -    -    -    -   -
  awaitServer      -    RC   RC    RC    -     -     -    -    -    -   -
  approve          -    SUC  SUC   SUC   -     -     done done done -   -
  authorize        -    UNC  UNC   UNC   -     -     done done done -   -
  requireAction    -    RA   RA    RA    -     -     -    -    -    -   -
  awaitProvider    -    RC   PRO   PRO   -     -     -    -    -    -   -
  decline          -    RPM  RPM   RPM   -     -     -    -    -    -   -
  declineFinally   -    FAI  FAI   FAI   -     -     -    -    -    -   -
  expireReference  -    -    FAI   FAI   -     -     -    -    -    -   -
  captureFinally   -    -    -     -     SUC   SUC   done done done -   -
  capturePartly    -    -    -     -     ACU   ACU   done done done -   -
  expireHold       -    -    -     -     CAN   SUC   -    -    -    -   -
  cancel           CAN  CAN  CAN   still CAN   -     done done done -   -
  succeedLate      SUC  SUC  SUC   SUC   done  done  done done done SUC SUC
  refundPart       -    -    -     -     -     -     PR   PR   PR   -   -
  refundAll        -    -    -     -     -     -     REF  REF  -    -   -
  refundNothing    -    -    -     -     -     -     -    SUC  SUC  -   -
`;
const [columns = [], ...rows] = expected
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/ +/));
const cells = rows.flatMap(([trigger = '', ...answers]) =>
  answers.map((answer, index) => ({ trigger, from: columns[index + 1] ?? '', answer })),
);

describe('a payment intent', () => {
  test('is covered by the table: every trigger from every status', () => {
    expect(rows.map(([trigger]) => trigger).toSorted()).toEqual([...paymentIntentTriggers].toSorted());
    expect(columns.slice(1).toSorted()).toEqual(Object.keys(statuses).toSorted());
    expect(cells).toHaveLength(paymentIntentTriggers.length * Object.keys(statuses).length);
  });
  test.each(cells)('$from, $trigger: $answer', ({ trigger, from, answer }) => {
    const known = paymentIntentTriggers.find((name) => name === trigger);
    if (!known) throw new Error(`no trigger ${trigger}`);
    const refusal = refusals[answer];
    expect(transition(statuses[from as Short], known)).toEqual(
      refusal ? { refusal } : { to: statuses[answer as Short] },
    );
  });
  test('may be attempted ten times while its session is open', () => {
    expect(declineTrigger(1, true)).toBe('decline');
    expect(declineTrigger(maxAttempts - 1, true)).toBe('decline');
    expect(declineTrigger(10, true)).toBe('declineFinally');
    expect(declineTrigger(1, false)).toBe('declineFinally');
  });
  test('follows the sum of its standing refunds', () => {
    expect(refundTrigger(0, 100)).toBe('refundNothing');
    expect(refundTrigger(1, 100)).toBe('refundPart');
    expect(refundTrigger(99, 100)).toBe('refundPart');
    expect(refundTrigger(100, 100)).toBe('refundAll');
  });
});
