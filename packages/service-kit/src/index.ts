export { errorBody, Problem, resourceMissing, toProblem, wrongClientSecret } from './problem.ts';
export { codeOf, orRetryable, unreachable } from './overload.ts';
export { keyRetentionHours, reusedKey, stillRunning, type IdempotencyKeys } from './idempotency/idempotency.ts';
export { bytesToBase62, looksLikeId, newId, numberToBase62, randomBase62 } from './ids.ts';
export { packText, unpackText } from './packed-text.ts';
export { ClientSecrets, deriveServiceEnv, identitySeedOf, ServiceSecrets } from './secrets.ts';
export { commonEnv, ConfigError } from './config.ts';
export { networkOf } from './identity/network-of.ts';
export { BoundedMap } from './identity/bounded-map.ts';
export { IdentityMinter, type Identity, type IdentityClaims, type Scope } from './identity/identity.ts';
export {
  command,
  download,
  page,
  phased,
  query,
  readRepair,
  stream,
  system,
  upsert,
  withUnstored,
  type AnswersOf,
  type LoadContext,
  type CallInput,
  type Download,
  type DownloadContext,
  type Input,
  type OpenStream,
  type OperationInput,
  type Page,
  type PhaseContext,
  type RawBody,
  type RepairContext,
  type RoutesOf,
} from './handlers.ts';
export {
  Database,
  withDatabase,
  type Autocommit,
  type Reader,
  type SystemReader,
  type Tx,
  type TxAtOnce,
} from './database/database.ts';
export { acrossMerchants, columnNameOf, constant, own, table, type Table } from './database/table.ts';
export { daysJob, type CountOfAccount, type TableOfDays } from './database/table-of-days.ts';
export { countUpToMax, readPage } from './database/read-page.ts';
export { sweep } from './sweep.ts';
export { overtaken, violatedConstraint } from './database/postgres-errors.ts';
export { asStored, containing, fragment, json, requireUnchanged, type Fragment } from './database/sql.ts';
export { countRows, storedCount } from './counts/count-rows.ts';
export { databaseOf, provision, type ServiceDatabase } from './database/provision.ts';
export { checkFixedFields } from './check-fixed-fields.ts';
export { mergeMetadata } from './merge-metadata.ts';
export { writeEventData, type EventContent } from './outbox/event-data.ts';
export { formerAttributes } from './outbox/write-outbox.ts';
export { consumer, consumerOfAll, type BusEvent, type Consumer, type Preparation } from './consumers/consumer.ts';
export { nextDueIn, type DueRows, type TimedWork } from './clock/clock-answer.ts';
export type { DueClocks } from './clock/test-clocks.ts';
export { assertFuture } from './clock/assert-future.ts';
export { consumersOf, deriveBusEnv, deriveBusKeeperEnv, inboxOf, makeTeamUser, readableBy } from './bus/bus-users.ts';
export { serviceStreamOf, teamStreamOf } from './bus/streams.ts';
export { job, type Job, type JobContext } from './jobs.ts';
export { AnswerCache } from './calls/answer-cache.ts';
export { Calls, type BoundCalls, type CallName } from './calls/call-client.ts';
export { LocalServices } from './calls/local-services.ts';
export { assertSecureUrls, seeOther } from './http/buyer-urls.ts';
export { closeUnread, leavesMuchUnread } from './http/close-unread.ts';
export { clientPlaceHeader, isIdempotencyKey } from './http/parse-request.ts';
export { bodyTooLarge } from './http/read-body.ts';
export { listen, type Listening } from './http/listen.ts';
export {
  defineService,
  type AnyService,
  type Background,
  type Deps,
  type Listener,
  type RunningService,
} from './service.ts';
export { type Upkeep } from './upkeep.ts';
export { serve } from './serve.ts';
export { failpoint } from './failpoint.ts';
export { log } from './telemetry/log.ts';
export { span, SpanKind, startSpan } from './telemetry/span.ts';
export { metricTable, prometheusName, statusClass, type MetricRow } from './telemetry/metric-table.ts';
export { Metrics, type Report } from './telemetry/metrics.ts';
export {
  countEmitted,
  currentWork,
  eventBytesHeader,
  formatTraceparent,
  newWork,
  parseEmitted,
  parseTraceparent,
  runWork,
  type Work,
} from './telemetry/work.ts';
