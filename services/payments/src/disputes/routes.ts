import type { Operations } from '@mizan/contracts';
import { command, type OperationInput, phased, query, type RoutesOf, type Scope, system } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { acceptDispute, sendAcceptance, settleAcceptance } from './accept-dispute.ts';
import { closeAccountDispute } from './close-account-dispute.ts';
import { openAccountDispute } from './open-account-dispute.ts';
import { getDispute, getOperatorDispute, listDisputes, listOperatorDisputes } from './read-disputes.ts';
import { sendEvidence, settleSubmission, submitDispute } from './submit-dispute.ts';
import { assertEvidenceFiles, updateDispute } from './update-dispute.ts';

type InputOf<Id extends keyof Operations> = OperationInput<Operations[Id]>;

/** Test mode has its own disputes, which the simulator opens and decides. */
const ofAccount = async (merchantId: string): Promise<Scope> => ({ merchantId, livemode: true });

/** Operations on disputes. */
export const disputeRoutes = (app: App) =>
  ({
    listDisputes: query((reader, input) => listDisputes(reader, input.query)),
    getDispute: query((reader, { params }) => getDispute(reader, params.id)),
    updateDispute: command({
      load: (context, { body }: InputOf<'updateDispute'>) => assertEvidenceFiles(context, body.evidence),
      run: (tx, { params, body }) => updateDispute(tx, { ...body, id: params.id }),
    }),
    submitDispute: phased({
      reserve: (tx, { params }) => submitDispute(tx, params.id),
      call: (answer, context) => sendEvidence(context, app, answer),
      settle: (tx, { reservation: answer, outcome: standing }) => settleSubmission(tx, app, { answer, standing }),
    }),
    acceptDispute: phased({
      reserve: (tx, { params }) => acceptDispute(tx, params.id),
      call: (answer, context) => sendAcceptance(context, app, answer),
      settle: (tx, { reservation: answer, outcome: standing }) => settleAcceptance(tx, app, { answer, standing }),
    }),
    listOperatorDisputes: system((db, input) => listOperatorDisputes(db, input.query)),
    getOperatorDispute: system((db, { params }) => getOperatorDispute(db, params.id)),
    openAccountDispute: command({
      scope: (_db, { params }) => ofAccount(params.id),
      run: (tx, { body }) => openAccountDispute(tx, app, body),
    }),
    closeAccountDispute: command({
      scope: (_db, { params }) => ofAccount(params.id),
      run: (tx, { params, body }) => closeAccountDispute(tx, app, { ...body, id: params.disputeId }),
    }),
  }) satisfies Partial<RoutesOf<'payments'>>;
