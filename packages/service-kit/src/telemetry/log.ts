import pino from 'pino';
import { currentService } from './current-service.ts';
import { describeError } from './describe-error.ts';
import { logLevels } from './log-levels.ts';
import { scrub } from './scrub.ts';
import { currentWork } from './work.ts';

/** Lines are written in blocks of this many bytes, or after 200 ms: each write costs as much as many lines. */
const blockBytes = 12 * 1024;
const destination = pino.destination({ dest: 1, sync: false, minLength: blockBytes, maxWrite: 2 * blockBytes });
setInterval(() => destination.flush(), 200).unref();

const processName = process.env.MIZAN_SERVICE_NAME;

/**
 * The process's logger. One wide line per unit of work (`http.request`, `event.handled`, …) with allow-listed fields; never
 * a body, a header or a query value.
 */
export const log = pino(
  {
    level: logLevels.find((level) => level === process.env.LOG_LEVEL) ?? 'info', // a service refuses any other when it starts; other processes log as usual
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
    mixin: () => {
      const [service, work] = [currentService() ?? processName, currentWork()];
      return work ? { service, traceId: work.traceId, requestId: work.requestId } : { service };
    },
    serializers: { err: (thrown: unknown) => describeError(thrown) },
    hooks: { streamWrite: scrub },
  },
  destination,
);

/** Writes what is buffered; called once before the process exits. */
export const flushLog = (): void => destination.flushSync();
