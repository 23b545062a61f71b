import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** What the signature of a request is made of. */
export interface SignedRequest {
  readonly method: string;
  /** As it was sent: path and query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** An error of S3 by its code: `docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html`. */
export type SignatureError =
  | 'AccessDenied'
  | 'AuthorizationHeaderMalformed'
  | 'InvalidAccessKeyId'
  | 'RequestTimeTooSkewed'
  | 'SignatureDoesNotMatch';

const skewMs = 15 * 60 * 1000;
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/**
 * Verifies Signature Version 4 in the `Authorization` header, as "Authenticating Requests: Using the Authorization Header" of
 * the S3 API reference describes it.
 *
 * @returns the error that S3 would answer with; undefined when the signature is that of the credentials
 */
export function checkSignature(
  { method, url, headers }: SignedRequest,
  credentials: S3Credentials,
  now = new Date(),
): SignatureError | undefined {
  const { authorization } = headers;
  if (authorization === undefined) return 'AccessDenied';
  const parsed =
    /^AWS4-HMAC-SHA256 +Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, *SignedHeaders=([^,]+), *Signature=([0-9a-f]{64})$/.exec(
      authorization,
    );
  if (!parsed) return 'AuthorizationHeaderMalformed';
  const [, accessKeyId = '', day = '', region = '', signedHeaders = '', signature = ''] = parsed;
  if (accessKeyId !== credentials.accessKeyId) return 'InvalidAccessKeyId';

  const time = String(headers['x-amz-date'] ?? '');
  const sentAt = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (Number.isNaN(sentAt) || !time.startsWith(day)) return 'AccessDenied';
  if (Math.abs(now.getTime() - sentAt) > skewMs) return 'RequestTimeTooSkewed';

  const signed = signedHeaders.split(';');
  const mustBeSigned = Object.keys(headers).filter((name) => name === 'host' || name.startsWith('x-amz-'));
  if (!mustBeSigned.every((name) => signed.includes(name))) return 'AccessDenied';

  const [path = '/', query = ''] = url.split(/\?(.*)/s);
  const canonicalRequest = [
    method,
    decodeURIComponent(path).split('/').map(encode).join('/'),
    canonicalQuery(query),
    ...signed.map(
      (name) =>
        `${name}:${String(headers[name] ?? '')
          .trim()
          .replace(/ +/g, ' ')}`,
    ),
    '',
    signedHeaders,
    String(headers['x-amz-content-sha256'] ?? ''),
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const digest = createHash('sha256').update(canonicalRequest).digest('hex');
  const key = hmac(hmac(hmac(hmac(`AWS4${credentials.secretAccessKey}`, day), region), 's3'), 'aws4_request');
  const expected = hmac(key, ['AWS4-HMAC-SHA256', time, scope, digest].join('\n'));
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? undefined : 'SignatureDoesNotMatch';
}

function canonicalQuery(query: string): string {
  const pairs = query.split('&').filter((pair) => pair !== '');
  const encoded = pairs.map((pair) => {
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    return [encode(decodeURIComponent(name)), encode(decodeURIComponent(value))] as const;
  });
  return encoded
    .sort(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : x < y ? -1 : 1))
    .map((pair) => pair.join('='))
    .join('&');
}

/** Every byte but the unreserved characters of RFC 3986. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
