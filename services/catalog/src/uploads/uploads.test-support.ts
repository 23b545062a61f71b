import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UploadUrl } from '@mizan/contracts';
import { startWorld, type Api, type AnyBody, type World } from '@mizan/testing';
import { catalog } from '../app.ts';

/** An upload address, and its token by itself. */
export interface Address extends UploadUrl {
  readonly token: string;
  /** Path of the picture's public address. */
  readonly file: string;
}

/** A running catalog that stores pictures in its own folder, or in the bucket of `env`. */
export interface UploadWorld extends World {
  readonly url: string;
  readonly merchant: Api;
  /** Creates an address, for a PNG of at most 5 MiB unless `body` says otherwise. */
  address(body?: object): Promise<Address>;
  put(token: string, bytes: Uint8Array, headers?: Record<string, string>): Promise<{ status: number; body: AnyBody }>;
  get(path: string, method?: string): Promise<Response>;
  /** Names of the stored files. */
  kept(): string[];
}

/** @param env over the harness's own */
export async function startUploads(env: Record<string, string> = {}): Promise<UploadWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'mizan-uploads-'));
  const world = await startWorld({ services: [catalog], nats: false, env: { MIZAN_UPLOADS_FOLDER: folder, ...env } });
  const url = world.urls.catalog ?? '';
  const merchant = world.merchantClient('catalog');
  const stop = world.stop.bind(world);
  return Object.assign(world, {
    url,
    merchant,
    async address(body: object = {}) {
      const whole = { purpose: 'product_image', contentType: 'image/png', sizeBytes: 5 * 1024 * 1024, ...body };
      const answer = await merchant<UploadUrl>('POST', '/upload-url', whole);
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      const lastOf = (address: string) => address.slice(address.lastIndexOf('/') + 1);
      const { uploadUrl, publicUrl } = answer.body;
      return { ...answer.body, token: lastOf(uploadUrl), file: `/files/${lastOf(publicUrl ?? '')}` };
    },
    async put(token: string, bytes: Uint8Array, headers: Record<string, string> = {}) {
      const body = new Uint8Array(bytes);
      const answer = await fetch(`${url}/uploads/${token}`, { method: 'PUT', headers, body });
      return { status: answer.status, body: (await answer.json()) as AnyBody };
    },
    get: (path: string, method = 'GET') => fetch(`${url}${path}`, { method }),
    kept: () => readdirSync(folder),
    async stop() {
      await stop();
      rmSync(folder, { recursive: true });
    },
  });
}
