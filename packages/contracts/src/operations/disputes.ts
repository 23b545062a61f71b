import { z } from 'zod';
import { cursorListOf, cursorListQuery } from '../cursor.ts';
import { dateParameter } from '../date-filter.ts';
import { listOf, listQuery, timezoneParameter } from '../list-grammar.ts';
import { commonEchoes, operation } from '../operation.ts';
import { DisputeStatus } from '../payment-enums.ts';
import { exampleIdOf } from '../primitives.ts';
import { CloseDispute, OpenDispute, UpdateDispute } from '../requests/dispute-input.ts';
import { Dispute, OperatorDispute } from '../resources/dispute.ts';

const merchant = { service: 'payments', audience: 'merchant' } as const;
const operator = { service: 'payments', audience: 'operator', permission: null } as const;
const id = (prefix: string) => z.string().min(1).max(255).optional().describe(`\`${prefix}_…\``);

/** Disputes: what payers object to, how merchants answer, and how the operator records what no provider reports by API. */
export const disputeOperations = {
  listDisputes: operation('GET /disputes', {
    ...merchant,
    permission: 'DISPUTE_READ',
    summary: 'List disputes',
    description: 'Newest first. Those with the status `NEEDS_RESPONSE` are waiting for your evidence.',
    query: cursorListQuery({
      chargeId: id('ch'),
      paymentIntentId: id('pi'),
      status: DisputeStatus.optional(),
      date: dateParameter.optional(),
      timezone: timezoneParameter.default('UTC'),
    }),
    response: cursorListOf(Dispute).meta({ id: 'DisputeList', description: 'A page of disputes.' }),
    errors: ['parameter_out_of_range', 'parameters_exclusive'],
  }),
  getDispute: operation('GET /disputes/{id}', {
    ...merchant,
    permission: 'DISPUTE_READ',
    summary: 'Retrieve a dispute',
    description: 'Contains its reason, the evidence so far and the time by which to submit it.',
    response: Dispute,
  }),
  updateDispute: operation('PATCH /disputes/{id}', {
    ...merchant,
    permission: 'DISPUTE_WRITE',
    summary: 'Update the evidence of a dispute',
    description:
      'Only while `status` is NEEDS_RESPONSE. The evidence is kept until you submit it. Send it in several requests if it is larger than 256 KiB.',
    body: UpdateDispute,
    example: { evidence: { productDescription: 'Olive oil, 500 ml', shippingTrackingNumber: 'EG4711' } },
    echoes: [
      ...commonEchoes,
      'chargeId',
      'paymentIntentId',
      'amount',
      'currency',
      'reason',
      'status',
      'isInquiry',
      'evidenceDueBy',
      'isRefundable',
      'balanceTransactions',
    ],
    response: Dispute,
    errors: ['resource_invalid_state', 'resource_missing'],
  }),
  submitDispute: operation('POST /disputes/{id}/submit', {
    ...merchant,
    permission: 'DISPUTE_WRITE',
    summary: 'Submit the evidence of a dispute',
    description: 'Can be done once. The dispute is UNDER_REVIEW until the bank decides.',
    response: Dispute,
    errors: ['resource_invalid_state', 'parameter_missing'],
    deadlineMs: 25_000,
  }),
  acceptDispute: operation('POST /disputes/{id}/accept', {
    ...merchant,
    permission: 'DISPUTE_WRITE',
    summary: 'Accept a dispute',
    description: 'The dispute is LOST. Cannot be undone.',
    response: Dispute,
    errors: ['resource_invalid_state'],
    deadlineMs: 25_000,
  }),

  listOperatorDisputes: operation('GET /operator/disputes', {
    ...operator,
    summary: 'List live disputes of all accounts',
    description:
      'Newest first. Those with the status `UNDER_REVIEW` have evidence that you pass on to the provider, unless the provider has an API for disputes.',
    query: listQuery({ status: DisputeStatus.optional(), accountId: id('acct') }),
    response: listOf(OperatorDispute).meta({
      id: 'OperatorDisputeList',
      description: 'A page of disputes of all accounts.',
    }),
    errors: ['parameter_out_of_range'],
  }),
  getOperatorDispute: operation('GET /operator/disputes/{id}', {
    ...operator,
    summary: 'Retrieve a live dispute of any account',
    description: 'Contains its evidence. `GET /operator/dispute-files/{id}` returns the files that it names.',
    response: OperatorDispute,
  }),
  openAccountDispute: operation('POST /operator/accounts/{id}/disputes', {
    ...operator,
    summary: 'Open a dispute of an account',
    description:
      'For live charges whose provider reports disputes in its dashboard or by mail only. Debits the balance, unless it is an inquiry.',
    body: OpenDispute,
    example: { chargeId: exampleIdOf('ch'), reason: 'general' },
    response: Dispute,
    status: 201,
    errors: [
      'resource_missing',
      'resource_invalid_state',
      'amount_invalid',
      'currency_invalid',
      'charge_not_captured',
      'charge_disputed',
    ],
  }),
  closeAccountDispute: operation('POST /operator/accounts/{id}/disputes/{disputeId}/close', {
    ...operator,
    summary: 'Close a dispute of an account',
    description: 'For disputes that were opened by the operator. Repeating it with the same outcome changes nothing.',
    body: CloseDispute,
    example: { outcome: 'won' },
    response: Dispute,
    errors: ['resource_missing', 'resource_invalid_state'],
  }),
};
