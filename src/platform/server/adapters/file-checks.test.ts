import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { aPdf, aPhoto, packedStreamOf, pdfOf, streamOf } from '../../../../tests/support/uploads.ts';
import type { CleanFile } from '../ports/file-checks.ts';
import { fileChecks } from './file-checks.ts';

const { clean } = fileChecks();
const text = (content: string) => Buffer.from(content, 'latin1');

async function cleaned(bytes: Uint8Array): Promise<CleanFile> {
  const file = await clean(bytes);
  if (typeof file === 'string') throw new Error(`refused: ${file}`);
  return file;
}

describe('an image', () => {
  test.each(['jpeg', 'png', 'webp'] as const)(
    'as %s is drawn anew, and nothing hidden in it is left',
    async (format) => {
      const photo = await aPhoto({ format });
      expect(Buffer.from(photo).toString('latin1')).toContain('hidden-in-the-photo');
      const file = await cleaned(photo);
      expect(file).toMatchObject({ mediaType: 'image/jpeg', extension: 'jpg' });
      const { exif, xmp, iptc, format: drawn, width } = await sharp(file.bytes).metadata();
      expect([exif, xmp, iptc, drawn, width]).toEqual([undefined, undefined, undefined, 'jpeg', 640]);
      expect(Buffer.from(file.bytes).toString('latin1')).not.toContain('hidden-in-the-photo');
    },
  );

  test('stands upright, whichever way the camera was held', async () => {
    const lying = await sharp(await aPhoto({ width: 400, height: 200 }))
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { width, height } = await sharp((await cleaned(lying)).bytes).metadata();
    expect([width, height]).toEqual([200, 400]);
  });

  test('of many pixels is made smaller, and one that would fill the memory is refused', async () => {
    const large = await aPhoto({ width: 6_000, height: 1_000 });
    const { width } = await sharp((await cleaned(large)).bytes).metadata();
    expect(width).toBe(4_000);
    expect(await clean(await bomb(20_000, 20_000))).toBe('dimensions');
  });

  test('that carries something else behind its end carries it no more', async () => {
    const photo = Buffer.concat([await aPhoto(), text('<script>alert(1)</script>')]);
    expect(Buffer.from((await cleaned(photo)).bytes).toString('latin1')).not.toContain('script');
  });

  test('that is cut off or broken is refused', async () => {
    const photo = await aPhoto({ width: 2_000, height: 2_000, format: 'png' });
    expect(await clean(photo.subarray(0, photo.length / 2))).toBe('damaged');
    expect(await clean(Buffer.concat([photo.subarray(0, 8), text('no picture at all')]))).toBe('damaged');
  });

  /** A PNG that is a few kilobytes long and so many pixels large. */
  async function bomb(width: number, height: number): Promise<Uint8Array> {
    const small = Buffer.from(
      await sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } })
        .png()
        .toBuffer(),
    );
    small.writeUInt32BE(width, 16);
    small.writeUInt32BE(height, 20);
    small.writeUInt32BE(crc32(small.subarray(12, 29)), 29);
    return small;
  }
});

describe('what is neither an image nor a PDF', () => {
  test.each([
    ['a program', 'MZ\x90\0\x03\0\0\0'],
    ['a program for Linux', '\x7fELF\x02\x01\x01'],
    ['a web page', '<!doctype html><script>alert(1)</script>'],
    ['a vector image, which may have scripts', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['an archive', 'PK\x03\x04'],
    ['an image of another kind', 'GIF89a\x01\0\x01\0'],
    ['a PDF behind something else', 'MZ\x90\0%PDF-1.7'],
    ['text', 'hello'],
  ])('is refused: %s', async (_, content) => {
    expect(await clean(text(content.padEnd(200, ' ')))).toBe('type');
  });
});

describe('a PDF', () => {
  test('that only shows something is taken as it is', async () => {
    const pdf = aPdf();
    expect(await cleaned(pdf)).toEqual({ bytes: pdf, mediaType: 'application/pdf', extension: 'pdf' });
  });

  test('with links, bookmarks, metadata and packed objects is taken', async () => {
    const packed = packedStreamOf('/Type /ObjStm /N 1 /First 4', '9 0 << /Type /Font /BaseFont /Inter >>');
    const harmless = [
      '<< /Type /Action /S /URI /URI (https://bank.example) >>',
      '<< /Type /Outlines /First 3 0 R /Last 3 0 R >>',
      streamOf('/Type /Metadata /Subtype /XML', text('<x:xmpmeta/>')),
      packed,
      '<< /OpenAction [3 0 R /Fit] /Title (No \\) end ( of it \\( )) >>',
    ];
    await cleaned(aPdf(...harmless));
  });

  const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>';
  const hidden = `9 0 ${script}`;
  test.each([
    ['a script', aPdf(script)],
    ['a script in other spelling', aPdf('<< /S /J#61v#61Script /JS (1) >>')],
    ['a program to start', aPdf('<< /S /Launch /F (calc.exe) >>')],
    ['an attachment', aPdf(streamOf('/Type /EmbeddedFile', text('MZ')))],
    ['a form that sends', aPdf('<< /S /SubmitForm /F (https://thief.example) >>')],
    ['an XFA form', aPdf('<< /XFA 5 0 R >>')],
    ['a script in a packed object', aPdf(packedStreamOf('/Type /ObjStm /N 1 /First 4', hidden))],
    ['a script in a packed object without a type', aPdf(packedStreamOf('/N 1 /First 4', hidden))],
    [
      'a script in a packed object whose dictionary is disguised',
      aPdf(packedStreamOf('/X (>> stream\n) /T#79pe /Obj#53tm /N 1 /Fir#73t 4', hidden)),
    ],
    ['a script behind the bytes of a picture', aPdf(streamOf('/Subtype /Image', text(`\xff\xd8${script}`)))],
    [
      'an object with a comment in its head',
      aPdf(`<<>>\nendobj\n6 %x\n0 %y\nobj ${packedStreamOf('/First 4', hidden)}`),
    ],
  ])('with %s is refused', async (_, pdf) => {
    expect(await clean(pdf)).toBe('active');
  });

  const packedTwice = deflateSync(deflateSync(text(hidden)));
  test.each([
    ['encrypted', pdfOf(['<< /Type /Catalog >>'], '/Encrypt 5 0 R ')],
    [
      'with objects packed twice',
      aPdf(streamOf('/Type /ObjStm /First 4 /Filter [/FlateDecode /FlateDecode]', packedTwice)),
    ],
    [
      'with objects packed by another method',
      aPdf(streamOf('/Type /ObjStm /First 4 /Filter /LZWDecode', text('\x80\x0b'))),
    ],
    [
      'with objects whose packing is told elsewhere',
      aPdf(streamOf('/First 4 /Filter 9 0 R', text('\x80\x0b'))),
    ],
    ['with predicted objects', aPdf(packedStreamOf('/First 4 /DecodeParms << /Predictor 12 >>', hidden))],
    ['with broken packing', aPdf(streamOf('/First 4 /Filter /FlateDecode', text('\x78\x9cbroken')))],
    ['with a dictionary that never ends', aPdf('<< /A (')],
    ['that unpacks beyond all measure', aPdf(packedStreamOf('/First 4', ' '.repeat(80 * 1024 * 1024)))],
  ])('%s is refused', async (_, pdf) => {
    expect(await clean(pdf)).toBe('opaque');
  });

  test.each([
    ['cut off', aPdf().subarray(0, 300)],
    ['without an end', text(`%PDF-1.7\n${'x'.repeat(3_000)}`)],
  ])('%s is refused', async (_, pdf) => {
    expect(await clean(pdf)).toBe('damaged');
  });

  test('of ten megabytes made to keep the checks busy is judged soon', async () => {
    const busy = [
      '1 0 obj<<'.repeat(1_000_000),
      '1 0 obj<</A('.repeat(800_000),
      '%'.repeat(9_000_000),
      '1 '.repeat(4_500_000),
    ];
    for (const one of busy) {
      const began = performance.now();
      await clean(text(`%PDF-1.7\n${one}\nstartxref\n0\n%%EOF`));
      expect(performance.now() - began).toBeLessThan(5_000);
    }
  }, 60_000);
});

test('whatever bytes are sent, the answer is a file or a reason, never an error', async () => {
  const starts = [
    text('%PDF-1.7\n'),
    text('\xff\xd8\xff\xe0'),
    text('\x89PNG\r\n\x1a\n'),
    text('RIFF\0\0\0\0WEBPVP8 '),
    text(''),
  ];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 2_000 }), async (start, rest) => {
      const file = await clean(Buffer.concat([start, rest]));
      expect(typeof file === 'string' || file.bytes.length > 0).toBe(true);
    }),
    { numRuns: 200 },
  );
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
