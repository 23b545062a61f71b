import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What of S3 uploads use: one bucket, addressed by path, that wants signed requests and checks the signed digest. */
export interface S3Double {
  readonly env: Record<string, string>;
  readonly objects: Map<string, { readonly body: Buffer; readonly contentType: string | undefined }>;
  /** Answers every request with 503 while true. */
  failing: boolean;
  stop(): Promise<void>;
}

const [bucket, accessKeyId] = ['pictures', 'AKIDOUBLE'];

export async function startS3Double(): Promise<S3Double> {
  const objects: S3Double['objects'] = new Map();
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const key = new URL(request.url ?? '', 'http://s3').pathname.replace(`/${bucket}/`, '');
      const say = (status: number, code?: string) =>
        response
          .writeHead(status, { 'content-type': 'application/xml' })
          .end(code && `<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
      if (double.failing) return say(503, 'ServiceUnavailable');
      if (!request.headers.authorization?.startsWith(`AWS4-HMAC-SHA256 Credential=${accessKeyId}/`))
        return say(403, 'AccessDenied');
      const found = objects.get(key);
      if (request.method === 'PUT') {
        const digest = createHash('sha256').update(body).digest('hex');
        if (request.headers['x-amz-content-sha256'] !== digest) return say(400, 'XAmzContentSHA256Mismatch');
        objects.set(key, { body, contentType: request.headers['content-type'] });
        return say(200);
      }
      if (request.method === 'DELETE') {
        objects.delete(key);
        return say(204);
      }
      if (!found) return say(404, 'NoSuchKey');
      response.writeHead(200, { 'content-length': found.body.length }).end(found.body);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const double: S3Double = {
    env: {
      MIZAN_S3_BUCKET: bucket,
      MIZAN_S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      MIZAN_S3_REGION: 'eu-central-1',
      MIZAN_S3_ACCESS_KEY_ID: accessKeyId,
      MIZAN_S3_SECRET_ACCESS_KEY: 'the secret of a bucket that is none',
    },
    objects,
    failing: false,
    stop: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
  return double;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
