import type { DisputeEvidence, ProviderName } from '@mizan/contracts';
import type { Database, Scope, ServiceSecrets } from '@mizan/service-kit';
import type { DisputeRow } from '../payment/dispute.entity.ts';
import { adapterOf } from '../providers/adapter-of.ts';
import { openConnection } from '../providers/connections/connection-store.ts';
import type { ProviderAdapter } from '../providers/port/adapter.ts';
import type { AnswerRefused, DisputeStanding } from '../providers/port/dispute-standing.ts';

/** The disputes of one connection at its provider. */
export interface DisputeDesk {
  readonly provider: ProviderName;
  readonly read: (externalDisputeId: string) => Promise<DisputeStanding | undefined>;
  readonly submit: (dispute: {
    readonly externalDisputeId: string;
    readonly evidence: DisputeEvidence;
  }) => Promise<DisputeStanding | AnswerRefused>;
  readonly accept: (externalDisputeId: string) => Promise<DisputeStanding | AnswerRefused>;
}

interface DeskApp {
  readonly db: Database;
  readonly secrets: ServiceSecrets;
  readonly providers: { readonly live: readonly ProviderAdapter[] };
}

/**
 * The API through which a dispute is answered; null where it has none.
 *
 * @throws Error the account is no longer connected to the provider that reported it
 */
export async function openDisputeDesk(
  app: DeskApp,
  scope: Scope,
  { connectionId }: Pick<DisputeRow, 'connectionId'>,
): Promise<DisputeDesk | null> {
  if (connectionId === null) return null;
  const connection = await openConnection(app, scope, connectionId);
  if (!connection) throw new Error(`${connectionId} is not connected any more`);
  const { disputes } = adapterOf(app, connection.provider);
  if (!disputes) return null;
  return {
    provider: connection.provider,
    read: (externalDisputeId) => disputes.read(connection, externalDisputeId),
    submit: (dispute) => disputes.submit(connection, dispute),
    accept: (externalDisputeId) => disputes.accept(connection, externalDisputeId),
  };
}
