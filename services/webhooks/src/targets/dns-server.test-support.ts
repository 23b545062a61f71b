import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { parseAddress } from './address-policy.ts';

/** One record of a scripted answer. */
export interface ScriptedRecord {
  readonly name?: string;
  readonly type: 'A' | 'AAAA' | 'CNAME';
  readonly value: string;
  readonly ttlSeconds?: number;
}

/** What to answer to one question; `silent` answers nothing, an empty list says that there is no such record. */
export type Script = (name: string, type: string, questionNumber: number) => readonly ScriptedRecord[] | 'silent';

/** A name server on loopback that says what the script says. */
export interface TestDns {
  readonly address: string;
  readonly queries: string[];
  close(): Promise<void>;
}

const typeNumbers = { A: 1, CNAME: 5, AAAA: 28 } as const;

export async function testDns(script: Script): Promise<TestDns> {
  const queries: string[] = [];
  const counts = new Map<string, number>();
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const { name, type, end } = readQuestion(query);
    const key = `${name} ${type}`;
    queries.push(key);
    counts.set(key, (counts.get(key) ?? 0) + 1);
    const records = script(name, type, counts.get(key) ?? 1);
    if (records === 'silent') return;
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(0x8180, 2);
    head.writeUInt16BE(records.length, 6);
    head.writeUInt16BE(0, 8);
    head.writeUInt16BE(0, 10);
    const reply = Buffer.concat([head, query.subarray(12, end), ...records.map((record) => encode(record, name))]);
    socket.send(reply, from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    queries,
    close: () => new Promise((done) => socket.close(() => done())),
  };
}

function readQuestion(query: Buffer): { name: string; type: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length));
    at += length + 1;
  }
  const number = query.readUInt16BE(at + 1);
  const type = Object.entries(typeNumbers).find(([, value]) => value === number)?.[0] ?? String(number);
  return { name: labels.join('.').toLowerCase(), type, end: at + 5 };
}

function encode(record: ScriptedRecord, question: string): Buffer {
  const fixed = Buffer.alloc(10);
  const value =
    record.type === 'CNAME' ? encodeName(record.value) : Buffer.from(parseAddress(record.value)?.toByteArray() ?? []);
  fixed.writeUInt16BE(typeNumbers[record.type], 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt32BE(record.ttlSeconds ?? 0, 4);
  fixed.writeUInt16BE(value.length, 8);
  return Buffer.concat([encodeName(record.name ?? question), fixed, value]);
}

function encodeName(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}
