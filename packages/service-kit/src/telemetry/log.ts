import pino from 'pino';
import { describeError } from './describe-error.ts';
import { scrub } from './scrub.ts';
import { currentWork } from './work.ts';

/** Lines are written in blocks of this many bytes, or after 200 ms: each write costs as much as many lines. */
const blockBytes = 12 * 1024;
const destination = pino.destination({ dest: 1, sync: false, minLength: blockBytes, maxWrite: 2 * blockBytes });
setInterval(() => destination.flush(), 200).unref();

const outsideWork = {};

/**
 * The process's logger. One wide line per unit of work (`http.request`, `event.handled`, …) with allow-listed fields; never
 * a body, a header or a query value.
 */
export const log = pino(
  {
    level: process.env.LOG_LEVEL ?? 'info',
    base: { service: process.env.MIZAN_SERVICE_NAME },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
    mixin: () => {
      const work = currentWork();
      return work ? { traceId: work.traceId, requestId: work.requestId } : outsideWork;
    },
    mixinMergeStrategy: (line, ofWork) => (ofWork === outsideWork ? line : Object.assign(ofWork, line)),
    serializers: { err: (thrown: unknown) => describeError(thrown) },
    hooks: { streamWrite: scrub },
  },
  destination,
);

/** Writes what is buffered; called once before the process exits. */
export const flushLog = (): void => destination.flushSync();
