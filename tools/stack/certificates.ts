import { X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';

/** PEM text and the files that hold it. */
export interface Certificate {
  readonly certificate: string;
  readonly key: string;
  readonly certificateFile: string;
  readonly keyFile: string;
}

/** Named by what makes it: the global type exists only where the DOM's declarations are loaded too. */
type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

const dayMs = 86_400_000;
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/**
 * The development certificate authority in `folder`, created when it is missing or about to expire. It signs servers on
 * this machine only; nothing outside the state folder ever trusts it.
 */
export async function openAuthority(folder: string): Promise<Certificate> {
  mkdirSync(folder, { recursive: true });
  const kept = await readCurrent(folder, 'ca');
  if (kept) return kept;
  const x509 = await loadX509();
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const made = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=Mizan development CA',
    keys,
    signingAlgorithm: algorithm,
    notBefore: new Date(Date.now() - dayMs),
    notAfter: new Date(Date.now() + 3650 * dayMs),
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return keep(folder, 'ca', made.toString('pem'), await exportKey(keys.privateKey));
}

/**
 * A server certificate signed by the authority in `folder`, kept there as `<name>.pem` and reused until it is about to
 * expire.
 *
 * @param hosts DNS names and IP addresses that the server answers under
 */
export async function issueCertificate(
  folder: string,
  name: string,
  hosts: readonly string[] = ['localhost', '127.0.0.1', '::1'],
): Promise<Certificate> {
  const authority = await openAuthority(folder);
  const kept = await readCurrent(folder, name);
  if (kept) return kept;
  const x509 = await loadX509();
  const issuer = new x509.X509Certificate(authority.certificate);
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const made = await x509.X509CertificateGenerator.create({
    subject: `CN=${hosts[0] ?? name}`,
    issuer: issuer.subject,
    publicKey: keys.publicKey,
    signingKey: await importKey(authority.key),
    signingAlgorithm: algorithm,
    notBefore: new Date(Date.now() - dayMs),
    notAfter: new Date(Date.now() + 365 * dayMs),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        hosts.map((host) => ({ type: isIP(host) ? ('ip' as const) : ('dns' as const), value: host })),
      ),
      await x509.AuthorityKeyIdentifierExtension.create(await issuer.publicKey.export()),
    ],
  });
  return keep(folder, name, made.toString('pem'), await exportKey(keys.privateKey));
}

/**
 * A file with the development authority and whatever `NODE_EXTRA_CA_CERTS` already names, because that variable takes
 * only one file.
 */
export async function writeTrustBundle(folder: string): Promise<string> {
  const { certificate, certificateFile } = await openAuthority(folder);
  const extra = process.env['NODE_EXTRA_CA_CERTS'];
  const bundle = join(folder, 'bundle.pem');
  if (!extra || extra === bundle || extra === certificateFile || !existsSync(extra)) return certificateFile;
  writeFileSync(bundle, `${certificate}\n${readFileSync(extra, 'utf8')}`);
  return bundle;
}

const filesOf = (folder: string, name: string) => ({
  certificateFile: join(folder, `${name}.pem`),
  keyFile: join(folder, `${name}.key`),
});

function keep(folder: string, name: string, certificate: string, key: string): Certificate {
  const files = filesOf(folder, name);
  writeFileSync(files.certificateFile, certificate);
  writeFileSync(files.keyFile, key, { mode: 0o600 });
  return { certificate, key, ...files };
}

/** What the folder holds, unless it expires within a week or (a leaf) another authority signed it. */
async function readCurrent(folder: string, name: string): Promise<Certificate | undefined> {
  const files = filesOf(folder, name);
  if (!existsSync(files.certificateFile) || !existsSync(files.keyFile)) return undefined;
  const certificate = readFileSync(files.certificateFile, 'utf8');
  const parsed = new X509Certificate(certificate);
  if (parsed.validToDate.getTime() < Date.now() + 7 * dayMs) return undefined;
  const authority = new X509Certificate(readFileSync(filesOf(folder, 'ca').certificateFile));
  if (!parsed.verify(authority.publicKey)) return undefined;
  return { certificate, key: readFileSync(files.keyFile, 'utf8'), ...files };
}

/** Loaded only when something must be signed: it is big, and most starts find their certificates. */
async function loadX509() {
  await import('reflect-metadata'); // tsyringe, below @peculiar/x509, refuses to load without it
  const x509 = await import('@peculiar/x509');
  x509.cryptoProvider.set(crypto);
  return x509;
}

async function exportKey(key: Key): Promise<string> {
  const der = Buffer.from(await crypto.subtle.exportKey('pkcs8', key)).toString('base64');
  return `-----BEGIN PRIVATE KEY-----\n${der.replace(/.{64}(?=.)/g, '$&\n')}\n-----END PRIVATE KEY-----\n`;
}

function importKey(pem: string): Promise<Key> {
  const der = Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64');
  return crypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign']);
}
