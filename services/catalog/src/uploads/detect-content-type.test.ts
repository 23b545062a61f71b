import { describe, expect, test } from '@jest/globals';
import { detectContentType } from './detect-content-type.ts';
import { animatedPng, html, jpeg, pdf, png, svg, webp } from './pictures.test-support.ts';

describe('a file', () => {
  test.each([
    ['PNG', png(), 'image/png'],
    ['animated PNG', animatedPng(), 'image/png'],
    ['JPEG', jpeg(), 'image/jpeg'],
    ['WebP', webp(), 'image/webp'],
    ['PDF', pdf(), 'application/pdf'],
  ])('that is a %s is recognized', async (_what, bytes, type) => {
    expect(await detectContentType(bytes)).toBe(type);
  });

  const gif = Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1');
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['SVG', svg()],
    ['SVG behind an XML declaration', Buffer.concat([Buffer.from('<?xml version="1.0"?>'), svg()])],
    ['HTML', html()],
    ['a GIF', gif],
    ['a PDF behind one space', Buffer.concat([Buffer.from(' '), pdf()])],
    ['a sound in RIFF', Buffer.from('RIFF\x24\0\0\0WAVEfmt ', 'latin1')],
    ['JPEG-LS', Buffer.from('fff8fff7', 'hex')],
    ['only the signature of a PNG', png().subarray(0, 8)],
    ['a PNG behind HTML', Buffer.concat([html(), png()])],
    ['a PNG behind one space', Buffer.concat([Buffer.from(' '), png()])],
    ['a PNG behind a byte order mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), png()])],
    ['a PNG behind an ID3 tag', Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1'), png()])],
    ['a JPEG behind a GIF', Buffer.concat([gif, jpeg()])],
  ])('that is %s is not', async (_what, bytes) => {
    expect(await detectContentType(bytes)).toBeUndefined();
  });
});
