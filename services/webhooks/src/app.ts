import { AnswerCache, command, defineService, query, stream, type AnyService, type Deps } from '@mizan/service-kit';
import { answers } from './answers.ts';
import { setWebhookChaos } from './chaos/set-webhook-chaos.ts';
import { webhooksEnv } from './config.ts';
import { listWebhookDeliveries } from './deliveries/read-webhook-deliveries.ts';
import { resendEvent } from './deliveries/resend-event.ts';
import { Dispatcher } from './dispatch/dispatcher.ts';
import { dueDeliveries } from './dispatch/due-deliveries.ts';
import { failUnsendableDeliveries } from './dispatch/fail-unsendable-deliveries.ts';
import { endpointRoutes } from './endpoints/routes.ts';
import { onPublicEvent } from './events/on-public-event.ts';
import { eventDays, resetStoredCount } from './events/prune-events.ts';
import { pruneUndeliveredEvents } from './events/prune-undelivered-events.ts';
import { getEvent, listEvents } from './events/read-events.ts';
import { findMailProblems } from './mail/find-mail-problems.ts';
import { Mailer } from './mail/mailer.ts';
import type { MailApp } from './mail/mail-app.ts';
import { onMailReason } from './mail/on-mail-reason.ts';
import { pruneMails } from './mail/prune-mails.ts';
import { mailRoutes } from './mail/routes.ts';
import type { SmtpTimes } from './mail/send-over-smtp.ts';
import { readSmtpServer } from './mail/smtp-server.ts';
import { replayMissedEvents } from './replays/replay-missed-events.ts';
import { createSender, type Sender } from './sending/send.ts';
import { SigningKeys } from './sending/sign.ts';
import { EventFeed, type FeedTimes } from './stream/event-feed.ts';
import { streamEvents } from './stream/stream-events.ts';
import { parseAllowedRanges } from './targets/allowed-ranges.ts';
import { targetResolver } from './targets/resolve-target.ts';

/** How old an account's settings may be for its mail, milliseconds. */
const accountMaxAgeMs = 5_000;

type WebhooksDeps = Deps<typeof webhooksEnv>;

/** What a test may replace: the network and the clock. */
export interface WebhooksOptions {
  readonly sender?: Sender;
  readonly now?: () => Date;
  readonly streams?: Partial<FeedTimes>;
  readonly smtpTimes?: SmtpTimes;
  /** Receives what the service is built from. */
  readonly prepare?: (deps: WebhooksDeps, dispatcher: Dispatcher) => void;
}

/** Webhook endpoints, the event store, and the deliveries between them. */
export const webhooksService = (options: WebhooksOptions = {}): AnyService =>
  defineService({
    name: 'webhooks',
    env: webhooksEnv,
    orm: () => import('../mikro-orm.config.ts'),
    build: (deps: WebhooksDeps) => build(deps, options),
    plansByIndex: true, // the queue of deliveries
    routes: (app) => ({
      ...endpointRoutes(app),
      ...mailRoutes(app),
      listWebhookDeliveries: query((reader, { params, query }) => listWebhookDeliveries(reader, params.id, query)),
      resendEvent: command((tx, { params, body }) =>
        resendEvent(tx, app, { eventId: params.id, endpointId: body.webhookEndpointId }),
      ),
      setWebhookChaos: command((tx, { body }) => setWebhookChaos(tx, body)),
      listEvents: query((reader, input) => listEvents(reader, input.query)),
      getEvent: query((reader, { params }) => getEvent(reader, params.id)),
      streamEvents: stream((reader, input) => streamEvents(reader, app, input)),
    }),
    answers: () => answers,
    consumers: ({ wake, feed, compresses, mail, wakeMail }) => [
      onPublicEvent({ compresses, deliveriesCreated: wake, eventsStored: (scope) => feed.wake(scope) }),
      onMailReason(mail, wakeMail),
    ],
    listeners: ({ mail }) => [mail.accounts.listener],
    testData: { keep: ['event_sequences'], lock: ['event_sequences'], finish: resetStoredCount }, // no number is assigned twice
    timed: ({ wake }) => [dueDeliveries(() => wake(false))],
    background: ({ dispatcher, feed, mailer }) => [dispatcher, feed, mailer],
    jobs: (app) => [failUnsendableDeliveries, replayMissedEvents(app), pruneMails(app), pruneUndeliveredEvents(app)],
    tablesOfDays: ({ retentionDays }) => eventDays(retentionDays),
  });

/** What a running service is made of: the network side of deliveries, the dispatcher, and the feed of streams. */
function build(deps: WebhooksDeps, options: WebhooksOptions) {
  const { db, env, secrets, metrics, calls } = deps;
  const isProduction = process.env['NODE_ENV'] === 'production';
  const allowed = parseAllowedRanges(env.MIZAN_WEBHOOK_ALLOW_CIDRS, { production: isProduction });
  const sender = options.sender ?? createSender({ allowed });
  const signingKeys = new SigningKeys(secrets);
  const now = options.now ?? (() => new Date());
  const dispatcher = new Dispatcher({ db, signingKeys, metrics, sender, now });
  options.prepare?.(deps, dispatcher);
  const mail: MailApp = {
    db,
    metrics,
    accounts: new AnswerCache({
      fetch: (bound) => bound.getAccount({}),
      maxAgeMs: accountMaxAgeMs,
      dropOn: ['account.updated'],
    }),
    callsFor: (scope) => calls.bind(scope),
    smtp: readSmtpServer(env),
    ...(options.smtpTimes && { smtpTimes: options.smtpTimes }),
    now,
  };
  const mailer = new Mailer(mail);
  deps.upkeep.lookFor(findMailProblems(mail));
  return {
    secrets,
    resolver: targetResolver({ allowed }),
    sender,
    signingKeys,
    dispatcher,
    /** Makes the dispatcher send new deliveries of a mode at once. */
    wake: (livemode: boolean) => dispatcher.wake(livemode),
    feed: new EventFeed(db.system, options.streams),
    mail,
    mailer,
    /** Makes the mailer send what was queued in a mode at once. */
    wakeMail: (livemode: boolean) => mailer.wake(livemode),
    showsMailbox: env.MIZAN_DEV_MAILBOX === 'on' && !isProduction,
    retentionDays: env.MIZAN_EVENT_RETENTION_DAYS,
    compresses: env.MIZAN_COMPRESS_EVENTS === 'on',
  };
}

export const webhooks = webhooksService();
