import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkSignature, type S3Credentials } from './check-signature.ts';
import { listObjects } from './list-objects.ts';
import { joinParts, type Part } from './join-parts.ts';
import { S3Error, tag } from './s3-error.ts';

export interface StoredObject {
  readonly body: Buffer;
  readonly contentType: string | undefined;
  /** How many parts it was uploaded in; 0 for one that came whole. */
  readonly parts: number;
}

export interface S3Options extends Partial<S3Credentials> {
  /** The one bucket that there is. */
  readonly bucket?: string;
  /** 0 or absent: any free port. */
  readonly port?: number;
  /** Most keys of a page of a list. */
  readonly pageSize?: number;
}

export interface S3StandIn extends S3Credentials {
  /** `http://127.0.0.1:…`; the bucket is the first part of the path. */
  readonly url: string;
  readonly bucket: string;
  readonly objects: Map<string, StoredObject>;
  /** Method, path and status of each request, oldest first. */
  readonly requests: string[];
  /** Answers every request with 503 while true. */
  isFailing: boolean;
  /** Refuses every body while true. */
  isFull: boolean;
  /** Downloads that end in the middle: of keys with this end, so many times. */
  cut: { readonly keyEnd: string; times: number };
  /** Closes the port, so that no connection is accepted; the objects stay. */
  leave(): Promise<void>;
  /** Opens the same port again. */
  comeBack(): Promise<void>;
}

/** Serves one bucket on the loopback interface, from memory. */
export async function startS3StandIn(options: S3Options = {}): Promise<S3StandIn> {
  const { bucket = 'backups', pageSize = 1_000 } = options;
  const { accessKeyId = 'AKIASTANDIN', secretAccessKey = randomUUID() } = options;
  const objects = new Map<string, StoredObject>();
  const uploads = new Map<string, { readonly key: string; readonly parts: Map<number, Part> }>();

  const server = createServer((request, response) => {
    handle(request, response)
      .catch((thrown: unknown) => {
        if (!request.complete) return response.destroy(); // the client left in the middle of its request
        const failure = thrown instanceof S3Error ? thrown : new S3Error('InternalError', 500, String(thrown));
        return response.writeHead(failure.status, { 'content-type': 'application/xml' }).end(failure.toXml());
      })
      .finally(() => standIn.requests.push(`${request.method} ${request.url} ${response.statusCode}`));
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    if (standIn.isFailing) throw new S3Error('ServiceUnavailable', 503);
    if (standIn.isFull && body.length > 0) throw new S3Error('QuotaExceeded', 403, 'The bucket is full.');
    const { method = 'GET', url = '/', headers } = request;
    const refusal = checkSignature({ method, url, headers }, { accessKeyId, secretAccessKey });
    if (refusal) throw new S3Error(refusal, refusal === 'AuthorizationHeaderMalformed' ? 400 : 403);
    // Only TLS would keep a body that is not signed from being changed on its way.
    const digest = createHash('sha256').update(body).digest('hex');
    if (headers['x-amz-content-sha256'] !== digest) throw new S3Error('XAmzContentSHA256Mismatch', 400);

    const [path = '/', query = ''] = url.split(/\?(.*)/s);
    const [, bucketName, ...parts] = decodeURIComponent(path).split('/');
    if (bucketName !== bucket) throw new S3Error('NoSuchBucket', 404);
    const key = parts.join('/');
    const search = new URLSearchParams(query);
    const uploadId = search.get('uploadId');
    const operation = key === '' ? `${method} bucket` : uploadId !== null ? `${method} upload` : `${method} object`;
    const xml = (text: string) => response.writeHead(200, { 'content-type': 'application/xml' }).end(text);
    switch (operation) {
      case 'GET bucket':
        return void xml(listObjects(objects, { bucket, search, pageSize }));
      case 'PUT object':
        objects.set(key, { body, contentType: headers['content-type'], parts: 0 });
        return void response.writeHead(200, { etag: etagOf(body) }).end();
      case 'POST object': {
        if (!search.has('uploads')) throw new S3Error('NotImplemented', 501);
        const id = randomUUID();
        uploads.set(id, { key, parts: new Map() });
        const result = tag('Bucket', bucket) + tag('Key', key) + tag('UploadId', id);
        return void xml(`<InitiateMultipartUploadResult>${result}</InitiateMultipartUploadResult>`);
      }
      case 'PUT upload': {
        const part = { body, etag: etagOf(body) };
        uploadOf(uploadId, key).parts.set(Number(search.get('partNumber')), part);
        return void response.writeHead(200, { etag: part.etag }).end();
      }
      case 'POST upload': {
        const { parts } = uploadOf(uploadId, key);
        objects.set(key, { body: joinParts(parts, body.toString()), contentType: undefined, parts: parts.size });
        uploads.delete(uploadId ?? '');
        return void xml(
          `<CompleteMultipartUploadResult>${tag('Key', key)}${tag('ETag', '"whole"')}</CompleteMultipartUploadResult>`,
        );
      }
      case 'DELETE upload':
        uploads.delete(uploadId ?? '');
        return void response.writeHead(204).end();
      case 'DELETE object':
        objects.delete(key);
        return void response.writeHead(204).end();
      case 'GET object': {
        const found = objects.get(key);
        if (!found) throw new S3Error('NoSuchKey', 404);
        response.writeHead(200, { 'content-length': found.body.length, etag: etagOf(found.body) });
        if (standIn.cut.times === 0 || !key.endsWith(standIn.cut.keyEnd)) return void response.end(found.body);
        standIn.cut.times -= 1;
        response.write(found.body.subarray(0, found.body.length / 2), () => response.destroy());
        return;
      }
      default:
        throw new S3Error('MethodNotAllowed', 405);
    }
  }

  function uploadOf(uploadId: string | null, key: string) {
    const upload = uploads.get(uploadId ?? '');
    if (upload?.key !== key) throw new S3Error('NoSuchUpload', 404);
    return upload;
  }

  const listen = (port: number) =>
    new Promise<void>((listening, failed) => {
      server.once('error', failed).listen(port, '127.0.0.1', listening);
    });
  await listen(options.port ?? 0);
  const { port } = server.address() as AddressInfo;
  const standIn: S3StandIn = {
    url: `http://127.0.0.1:${port}`,
    bucket,
    accessKeyId,
    secretAccessKey,
    objects,
    requests: [],
    isFailing: false,
    isFull: false,
    cut: { keyEnd: '', times: 0 },
    leave: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
    comeBack: () => listen(port),
  };
  return standIn;
}

const etagOf = (body: Buffer): string => `"${createHash('md5').update(body).digest('hex')}"`;

/** @throws Error when the request ends before its `Content-Length` */
async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
