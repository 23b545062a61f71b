import 'reflect-metadata'; // x509's container refuses to load without it
import * as x509 from '@peculiar/x509';

/** A throw-away authority that signs server certificates, PEM throughout. */
export interface TestAuthority {
  readonly certificate: string;
  /** A certificate for the names and addresses given, with its key. */
  issue(names: readonly string[], validity?: { notAfter: Date }): Promise<{ cert: string; key: string }>;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const dayMs = 24 * 3_600_000;

/** Makes an authority that nothing trusts but who is given its certificate. */
export async function testAuthority(): Promise<TestAuthority> {
  x509.cryptoProvider.set(crypto);
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: 'CN=Webhook test authority',
    notBefore: new Date(Date.now() - dayMs),
    notAfter: new Date(Date.now() + dayMs),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
    ],
  });
  return {
    certificate: authority.toString('pem'),
    async issue(names, validity) {
      const server = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
      const certificate = await x509.X509CertificateGenerator.create({
        serialNumber: '02',
        subject: 'CN=Webhook test endpoint',
        issuer: authority.subject,
        notBefore: new Date(Date.now() - 2 * dayMs),
        notAfter: validity?.notAfter ?? new Date(Date.now() + dayMs),
        publicKey: server.publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: algorithm,
        extensions: [
          new x509.SubjectAlternativeNameExtension(
            names.map((value) => ({ type: /^[\d.]+$|:/.test(value) ? ('ip' as const) : ('dns' as const), value })),
          ),
        ],
      });
      const key = Buffer.from(await crypto.subtle.exportKey('pkcs8', server.privateKey)).toString('base64');
      return {
        cert: certificate.toString('pem'),
        key: `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----\n`,
      };
    },
  };
}
