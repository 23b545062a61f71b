import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { openAuthority } from '@mizan/stack/certificates';
import type { TestRun } from './test-run.ts';

/**
 * Makes this process trust the run's certificate authority, as `NODE_EXTRA_CA_CERTS` makes a process that starts with it.
 * @returns the file for `NODE_EXTRA_CA_CERTS`
 */
export async function trustTestAuthority(run: TestRun): Promise<string> {
  const { certificate, certificateFile } = await openAuthority(run.path('ca'));
  const trusted = getCACertificates('default');
  if (!trusted.includes(certificate)) setDefaultCACertificates([...trusted, certificate]);
  return certificateFile;
}
