/**
 * A signal that aborts when the process is asked to end, so that what is under way can be finished; asked again, it ends
 * at once. A reader of the output that leaves, like `head`, ends it too.
 */
export function untilStopped(): AbortSignal {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    stopping.abort();
  });
  return stopping.signal;
}
