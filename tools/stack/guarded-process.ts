import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

export interface GuardedProcess {
  /** Resolves when it ends, with how it ended: `exited with 1`, `killed by SIGKILL`. */
  readonly ended: Promise<string>;
  /** Sends the stop signal, kills it after `graceMs`, and resolves when it is gone. */
  stop(graceMs: number): Promise<void>;
}

/**
 * Runs a server as its only child and stops it as soon as standard input closes, which the kernel does when the
 * process that holds the other end dies, however it dies. Servers that know nothing of us need this wrapper; our own
 * services watch the pipe themselves.
 */
const guard = `
exec 3<&0
"$@" 3<&- </dev/null &
server=$!
( read -r _ <&3; kill -$STOP_SIGNAL $server ) 2>/dev/null &
watcher=$!
wait $server
status=$?
kill $watcher 2>/dev/null
exit $status`;

/**
 * Starts a server that cannot outlive this process. It runs in a session of its own: a Ctrl-C in the terminal reaches
 * only the launcher, which stops things in the right order.
 *
 * @param options.stopSignal without `SIG`: the signal on which this server shuts down cleanly
 */
export function startGuarded(options: {
  command: string;
  args: readonly string[];
  stopSignal: 'INT' | 'TERM';
  logFile: string;
  cwd?: string;
  uid?: number;
  gid?: number;
}): GuardedProcess {
  const { command, args, stopSignal, logFile, ...rest } = options;
  const log = openSync(logFile, 'a');
  const child = spawn('/bin/sh', ['-c', guard, 'guard', command, ...args], {
    ...rest,
    detached: true,
    stdio: ['pipe', log, log],
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC', STOP_SIGNAL: stopSignal },
  });
  closeSync(log);
  const ended = new Promise<string>((resolve) => {
    child.once('error', (failure) => resolve(`could not be started: ${failure.message}`));
    child.once('exit', (code, signal) => resolve(signal ? `killed by ${signal}` : `exited with ${code}`));
  });
  return {
    ended,
    async stop(graceMs) {
      child.stdin?.end();
      const stopped = await Promise.race([ended.then(() => true), delay(graceMs, false, { ref: false })]);
      if (!stopped && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      await ended;
    },
  };
}
