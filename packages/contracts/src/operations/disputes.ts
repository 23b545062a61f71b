import { z } from 'zod';
import { cursorListOf, cursorListQuery } from '../cursor.ts';
import { dateParameter } from '../date-filter.ts';
import { timezoneParameter } from '../list-grammar.ts';
import { commonEchoes, operation } from '../operation.ts';
import { DisputeStatus } from '../payment-enums.ts';
import { CloseDispute, OpenDispute, UpdateDispute } from '../requests/dispute-input.ts';
import { Dispute } from '../resources/dispute.ts';

const merchant = { service: 'payments', audience: 'merchant' } as const;
const operator = { service: 'payments', audience: 'operator', permission: null } as const;
const id = (prefix: string) => z.string().min(1).max(255).optional().describe(`\`${prefix}_…\``);

/** Disputes: what payers object to, how merchants answer, and how the operator records what no provider reports by API. */
export const disputeOperations = {
  listDisputes: operation('GET /disputes', {
    ...merchant,
    permission: 'DISPUTE_READ',
    summary: 'List disputes',
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
    response: Dispute,
  }),
  updateDispute: operation('PATCH /disputes/{id}', {
    ...merchant,
    permission: 'DISPUTE_WRITE',
    summary: 'Update the evidence of a dispute',
    description:
      'Only while `status` is NEEDS_RESPONSE. The evidence is kept until you submit it. Send it in several requests if it is larger than 256 KiB.',
    body: UpdateDispute,
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

  openAccountDispute: operation('POST /operator/accounts/{id}/disputes', {
    ...operator,
    summary: 'Open a dispute of an account',
    description:
      'For live charges whose provider reports disputes in its dashboard or by mail only. Debits the balance, unless it is an inquiry.',
    body: OpenDispute,
    response: Dispute,
    status: 201,
    errors: ['resource_missing', 'resource_invalid_state', 'amount_invalid', 'charge_not_captured', 'charge_disputed'],
  }),
  closeAccountDispute: operation('POST /operator/accounts/{id}/disputes/{disputeId}/close', {
    ...operator,
    summary: 'Close a dispute of an account',
    description: 'For disputes that were opened by the operator. Repeating it with the same outcome changes nothing.',
    body: CloseDispute,
    response: Dispute,
    errors: ['resource_missing', 'resource_invalid_state'],
  }),
};
