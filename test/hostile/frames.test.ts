/**
 * WebSocket frames that no library sends: reserved bits and opcodes, text that is no UTF-8, wrong lengths, control frames that
 * are too long or fragmented. Each is served or closes its own connection with the protocol's code.
 */
import assert from 'node:assert/strict';
import net from 'node:net';
import { after, before, describe, test } from 'node:test';
import { createFilledServer, type FilledServer } from '../support/filled-server.ts';
import { TIMEOUT_MS, until } from '../support/until.ts';

const HANDSHAKE =
  'GET / HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n' +
  'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
const PING = '{"command":"ping","id":1}';
const TEXT = 1;
const CLOSE = 8;

interface FrameParts {
  readonly isLast?: boolean;
  readonly reserved?: number;
  readonly isMasked?: boolean;
}

/** A frame with a mask of zeros, which leaves the payload as it is. */
function frame(
  opcode: number,
  payload: string | Buffer,
  { isLast = true, reserved = 0, isMasked = true }: FrameParts = {},
): Buffer {
  const bytes = Buffer.from(payload);
  const head = [(isLast ? 0x80 : 0) | (reserved << 4) | opcode];
  const mask = isMasked ? 0x80 : 0;
  const length = Buffer.alloc(bytes.length < 126 ? 1 : bytes.length < 65_536 ? 3 : 9);
  length[0] = mask | (length.length === 1 ? bytes.length : length.length === 3 ? 126 : 127);
  if (length.length === 3) length.writeUInt16BE(bytes.length, 1);
  if (length.length === 9) length.writeBigUInt64BE(BigInt(bytes.length), 1);
  return Buffer.concat([Buffer.from(head), length, Buffer.alloc(isMasked ? 4 : 0), bytes]);
}

const hex = (text: string) => Buffer.from(text, 'hex');
const many = (count: number, make: (index: number) => Buffer) =>
  Buffer.concat(Array.from({ length: count }, (_, at) => make(at)));
const open = { isLast: false };

interface Received {
  /** The code of the close that the server sent; undefined if it sent none. */
  readonly closeCode: number | undefined;
  /** All that came, the handshake included. */
  readonly text: string;
}

/** Reads frames as a server sends them: whole and without a mask. */
function readFrames(bytes: Buffer): Received {
  const text = bytes.toString('latin1');
  const headEnd = text.indexOf('\r\n\r\n');
  let at = headEnd < 0 ? bytes.length : headEnd + 4;
  while (at + 4 <= bytes.length) {
    if ((bytes[at]! & 0x0f) === CLOSE) return { closeCode: bytes.readUInt16BE(at + 2), text };
    const length = bytes[at + 1]!;
    at += length < 126 ? 2 + length : length === 126 ? 4 + bytes.readUInt16BE(at + 2) : bytes.length;
  }
  return { closeCode: undefined, text };
}

const ANSWER = /"id":1,"result"/;

/** Bytes after the handshake, and the code of the close that they lead to; 0 if they are served. */
const CASES: readonly (readonly [string, Buffer, number])[] = [
  ['a request', frame(TEXT, PING), 0],
  ['a request in a binary frame', frame(2, PING), 0],
  [
    'a request in parts, with a ping between',
    Buffer.concat([frame(TEXT, PING.slice(0, 9), open), frame(9, 'x'), frame(0, PING.slice(9))]),
    0,
  ],
  ['no mask', frame(TEXT, PING, { isMasked: false }), 1002],
  ...[1, 2, 4, 7].map((reserved) => [`reserved bits ${reserved}`, frame(TEXT, PING, { reserved }), 1002] as const),
  ...[3, 4, 5, 6, 7, 11, 12, 13, 14, 15].map((opcode) => [`opcode ${opcode}`, frame(opcode, ''), 1002] as const),
  ...['c328', 'eda080', 'c080', 'f8888080', 'ff', 'c3'].map(
    (bytes) => [`the bytes ${bytes}`, frame(TEXT, hex(bytes)), 1007] as const,
  ),
  ['bad text in parts', Buffer.concat([frame(TEXT, hex('c3'), open), frame(0, hex('28'))]), 1007],
  ['a ping of 126 bytes', frame(9, Buffer.alloc(126)), 1002],
  ['a ping in parts', frame(9, 'x', open), 1002],
  ['a close of one byte', frame(CLOSE, 'x'), 1002],
  ...['0000', '03e7', '03ed', '03ee', '1388', 'ffff'].map(
    (code) => [`a close with ${code}`, frame(CLOSE, hex(code)), 1002] as const,
  ),
  ['a close with bad text', frame(CLOSE, hex('03e8c328')), 1007],
  ['a request after a close', Buffer.concat([frame(CLOSE, hex('03e8')), frame(TEXT, PING)]), 1000],
  ['a part of nothing', frame(0, 'x'), 1002],
  ['a text in the middle of one', Buffer.concat([frame(TEXT, 'x', open), frame(TEXT, 'y')]), 1002],
  ['a length beyond numbers', hex('81ffffffffffffffffff00000000'), 1009],
  ['a length of a terabyte', hex('81ff000001000000000000000000'), 1009],
  ['a text that is too long', frame(TEXT, Buffer.alloc(1_000_001, ' ')), 1009],
  ['5,000 parts', many(5_000, (at) => frame(at === 0 ? TEXT : 0, ' ', open)), 1008],
  ['HTTP', Buffer.from('POST / HTTP/1.1\r\nhost: localhost\r\n\r\n'), 1002],
  ['NUL bytes', Buffer.alloc(5_000), 1002],
  ['20,000 pongs, then a request', Buffer.concat([many(20_000, () => frame(10, 'x')), frame(TEXT, PING)]), 0],
  [
    '200 texts that are no JSON, then a request',
    Buffer.concat([many(200, () => frame(TEXT, '{')), frame(TEXT, PING)]),
    0,
  ],
  ['a compressed text that was not agreed on', frame(TEXT, hex('aa56ca48cdc9c957b25250'), { reserved: 4 }), 1002],
];
const EXTENSIONS = [
  'permessage-deflate',
  'permessage-deflate; client_max_window_bits',
  ';;;,=,"\\',
  'a;b,'.repeat(3_000),
];

describe('malformed WebSocket frames', () => {
  let filled: FilledServer;
  before(async () => {
    filled = await createFilledServer();
  });
  after(async () => {
    assert.deepEqual(filled.reports, [], 'the server reports nothing unexpected');
    await until(async () => (await filled.listener.connectionCount()) === 0, 'no connection is left');
    await filled.stop();
  });

  /** Sends bytes after the handshake; returns what comes back until the answer, the server's close or the end. */
  const send = (bytes: Buffer, headers = ''): Promise<Received> =>
    new Promise((resolve) => {
      const received: Buffer[] = [];
      const so = () => readFrames(Buffer.concat(received));
      const socket = net.connect(filled.port, '127.0.0.1', () => socket.write(`${HANDSHAKE}${headers}\r\n`));
      socket.once('data', () => socket.write(bytes));
      socket.setTimeout(TIMEOUT_MS, () => socket.destroy());
      socket.on('data', (chunk) => {
        received.push(chunk);
        const { closeCode, text } = so();
        if (closeCode !== undefined || ANSWER.test(text)) socket.destroy();
      });
      socket.on('error', () => {});
      socket.on('close', () => resolve(so()));
    });

  test('are served, or close the connection with the right code', async () => {
    const answers = await Promise.all(CASES.map(([, bytes]) => send(bytes)));
    for (const [at, [name, , code]] of CASES.entries()) {
      const { closeCode, text } = answers[at]!;
      if (code === 0) assert.match(text, ANSWER, name);
      else assert.doesNotMatch(text, ANSWER, name);
      assert.equal(closeCode ?? 0, code, name);
    }
  });

  test('cannot use extensions', async () => {
    for (const extension of EXTENSIONS) {
      const { text } = await send(frame(TEXT, PING), `sec-websocket-extensions: ${extension}\r\n`);
      assert.match(text, /^HTTP\/1.1 101 .*"id":1,"result"/s, extension.slice(0, 60));
      assert.doesNotMatch(text, /sec-websocket-extensions/i);
    }
  });
});
