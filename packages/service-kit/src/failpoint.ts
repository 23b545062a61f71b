/** The crash point that a test armed with `MIZAN_FAILPOINT=name` or `name:probability` (0..1); outside tests undefined. */
const armed = process.env.NODE_ENV === 'test' ? process.env.MIZAN_FAILPOINT?.split(':') : undefined;

/** Kills this process when a test armed this point: random kills hardly ever land between two commits, where they matter. */
export function failpoint(name: string): void {
  if (armed?.[0] === name && Math.random() < Number(armed[1] ?? 1)) process.kill(process.pid, 'SIGKILL');
}
