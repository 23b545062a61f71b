import { readFile } from 'node:fs/promises';
import { CommandError } from './command-error.ts';

/** The bytes of a file. @throws CommandError when it cannot be read */
export const readBytes = (file: string): Promise<Buffer<ArrayBuffer>> =>
  readFile(file).catch((cause: NodeJS.ErrnoException) => {
    const message = cause.code === 'ENOENT' ? `No such file: ${file}` : `Cannot read ${file}: ${cause.message}`;
    throw new CommandError(message, { cause });
  });

/**
 * The text of a file, or of standard input for `-`, without a byte order mark. It is UTF-8, or UTF-16 where the mark says so, which is
 * how Excel writes Unicode text.
 *
 * @throws CommandError when it cannot be read
 */
export async function readInput(file: string): Promise<string> {
  const bytes = file === '-' ? await readStandardInput() : await readBytes(file);
  return new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(bytes);
}

async function readStandardInput(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** The JSON object in a file, or in standard input for `-`. @throws CommandError when there is none */
export async function readJsonObject(file: string): Promise<Readonly<Record<string, unknown>>> {
  const text = await readInput(file);
  const source = file === '-' ? 'Standard input' : file;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new CommandError(`${source} is not valid JSON: ${(cause as Error).message}`, { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new CommandError(`${source} must contain a JSON object.`);
  return value as Readonly<Record<string, unknown>>;
}
