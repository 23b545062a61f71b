import { afterAll, expect, test } from '@jest/globals';
import { X509Certificate } from 'node:crypto';
import { rmSync } from 'node:fs';
import { issueCertificate, openAuthority } from './certificates.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

const folder = makeTemporaryFolder('mizan-ca-');
afterAll(() => rmSync(folder, { recursive: true }));

test('a server certificate names its hosts, is signed by the authority and is reused', async () => {
  const issued = await issueCertificate(folder, 'sink', ['localhost', '127.0.0.1']);
  const parsed = new X509Certificate(issued.certificate);
  expect(parsed.checkHost('localhost')).toBe('localhost');
  expect(parsed.checkIP('127.0.0.1')).toBe('127.0.0.1');
  expect(parsed.checkHost('example.com')).toBeUndefined();
  const authority = new X509Certificate((await openAuthority(folder)).certificate);
  expect(authority.ca).toBe(true);
  expect(parsed.verify(authority.publicKey)).toBe(true);
  expect((await issueCertificate(folder, 'sink')).certificate).toBe(issued.certificate);
});
