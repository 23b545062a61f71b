import { extname } from 'node:path';
import { maxUploadBytes, type FileType, type UploadUrl } from '@mizan/contracts';
import type { Command } from 'commander';
import { CommandError } from '../terminal/command-error.ts';
import { inMiB } from '../terminal/mebibytes.ts';
import { readBytes } from '../terminal/read-input.ts';
import { ApiError, errorMessageOf } from './api-error.ts';
import { hasGivenKey } from './idempotency-keys.ts';
import { causeOf, NoAnswer, noRedirects } from './send-once.ts';
import { sendAsMerchant } from './send-request.ts';

/** What the names of files end with, the usual end of each format first. */
export const fileExtensions: Readonly<Record<FileType, readonly [string, ...string[]]>> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/webp': ['webp'],
  'application/pdf': ['pdf'],
};

const timeoutMs = 60_000;

/** Uploads a file as evidence of a dispute. @returns its ID, `file_…` @throws CommandError when it cannot be read or sent */
export async function uploadEvidence(command: Command, path: string): Promise<string> {
  const contentType = typeOf(path);
  const bytes = await readBytes(path);
  if (bytes.length === 0) throw new CommandError(`${path} is empty.`);
  if (bytes.length > maxUploadBytes)
    throw new CommandError(`${path} has ${inMiB(bytes.length)}: a file can have at most ${inMiB(maxUploadBytes)}.`);
  const body = { purpose: 'dispute_evidence', contentType, sizeBytes: bytes.length };
  const { uploadUrl, method, headers, fileId } = await sendAsMerchant<UploadUrl>(command, 'POST /upload-url', { body });
  const failed = (cause: Error): never => {
    throw new NoAnswer(`Cannot upload ${path}: ${causeOf(cause)}`, { cause });
  };
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(uploadUrl, { ...noRedirects, method, headers, body: bytes, signal }).catch(failed);
  if (response.ok && fileId !== undefined) return fileId;
  const { status } = response;
  const text = await response.text().catch(failed);
  const refusal = new ApiError(`Cannot upload ${path}: ${errorMessageOf(text, status) ?? `HTTP ${status}`}`, {
    status,
    text,
  });
  if (!hasGivenKey(command)) throw refusal;
  // A repeated command is given the address of its first run.
  if (refusal.code === 'resource_invalid_state' && fileId !== undefined) return fileId; // which has uploaded the file
  if (refusal.code === 'resource_missing')
    refusal.message +=
      '\nThe address for the file has expired. If mizan disputes show does not list the file, run the command without --idempotency-key.';
  throw refusal;
}

function typeOf(path: string): FileType {
  const extension = extname(path).slice(1).toLowerCase();
  const known = Object.entries(fileExtensions) as [FileType, readonly string[]][];
  const found = known.find(([, extensions]) => extensions.includes(extension));
  if (found) return found[0];
  const allowed = known.flatMap(([, extensions]) => extensions).join(', ');
  throw new CommandError(`${path} cannot be evidence: send a file whose name ends with one of ${allowed}.`);
}
