import { readFileSync } from 'node:fs';

const ticksPerSecond = 100; // what Linux counts processor time in, on every platform that Node runs on

/** Proportional memory of a process: its own pages and its share of what it shares, bytes. */
export function memoryOf(pid: number): number {
  return kilobytes(`/proc/${pid}/smaps_rollup`, 'Pss');
}

/** Resident memory of a process, bytes. */
export function residentOf(pid: number): number {
  return kilobytes(`/proc/${pid}/status`, 'VmRSS');
}

/** Resident memory that is the process's own, files that it maps left out, bytes. */
export function privateOf(pid: number): number {
  return kilobytes(`/proc/${pid}/status`, 'RssAnon');
}

/** Processor time that a process has used so far, seconds. */
export function processorTimeOf(pid: number): number {
  const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') '); // the name may hold spaces
  const fields = after.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

function kilobytes(file: string, field: string): number {
  const found = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(file, 'utf8'));
  return Number(found?.[1] ?? 0) * 1024;
}
