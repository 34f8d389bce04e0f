import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { aPdf, aPhoto, packedStreamOf, pdfOf, streamOf } from '#tests/support/uploads.ts';
import type { CleanFile } from '../../ports/file-checks.ts';
import { fileChecks } from './file-checks.ts';
import { judgePdf } from './pdf-scan.ts';

const checks = fileChecks();
const clean = (bytes: Uint8Array, sender = 'ada') => checks.clean(bytes, sender);
const text = (content: string) => Buffer.from(content, 'latin1');

/** Files that once occupied the checks for long, or would occupy one that reads on from every place where something may begin. */
/** Each object is followed by a comment up to the end of the file: only the limit of steps bounds this work. */
const ENDLESS_COMMENT = '1 0 obj%';
const busyPatterns = [
  '1 ',
  '1 %',
  `1 ${'%'.repeat(40)}`,
  '1 %\n',
  `1${' '.repeat(9_999)}`,
  '%\n',
  '1 0 obj<<',
  '1 0 obj<</A(',
  '1 0 obj[(',
  ENDLESS_COMMENT,
  '1 0 obj\n',
  '1 0 obj[]',
  '1 0 obj<</OpenAction 1 0 R>>',
  '1 0 obj<</S/URI/URI(javascrip',
  '1 0 obj<</First 1/N 1>>stream\n',
  'trailer<</A 1>>',
  '/#4a#61vaScrip',
  '%%EOF\n',
];

async function cleaned(bytes: Uint8Array): Promise<CleanFile> {
  const file = await clean(bytes);
  if (typeof file === 'string') throw new Error(`refused: ${file}`);
  return file;
}

describe('an image', () => {
  test.each(['jpeg', 'png', 'webp'] as const)(
    'as %s is encoded again, and nothing hidden in it is left',
    async (format) => {
      const photo = await aPhoto({ format });
      expect(Buffer.from(photo).toString('latin1')).toContain('hidden-in-the-photo');
      const file = await cleaned(photo);
      expect(file).toMatchObject({ mediaType: 'image/jpeg', sourceType: `image/${format}` });
      const { exif, xmp, iptc, format: drawn, width } = await sharp(file.bytes).metadata();
      expect([exif, xmp, iptc, drawn, width]).toEqual([undefined, undefined, undefined, 'jpeg', 640]);
      expect(Buffer.from(file.bytes).toString('latin1')).not.toContain('hidden-in-the-photo');
    },
  );

  test('is upright, whichever way the camera was held', async () => {
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

  /** A PNG of a few kilobytes with this number of pixels. */
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

describe('files that are neither images nor PDFs', () => {
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
    expect(await cleaned(pdf)).toEqual({
      bytes: pdf,
      ...{ mediaType: 'application/pdf', sourceType: 'application/pdf' },
    });
  });

  test.each(['printed-by-chromium', 'drawn-by-cairo'])(
    'that a common program wrote is accepted: %s',
    async (name) => {
      const folder = join(import.meta.dirname, '../../../../../tests/support/data');
      await cleaned(readFileSync(join(folder, `${name}.pdf`)));
    },
  );

  test('drawn by pdfkit, with a link and a form field, is accepted', async () => {
    const document = new PDFDocument();
    document.text('The register', { link: 'https://county.example/deeds' });
    document.initForm().formText('name', 10, 10, 100, 20);
    document.end();
    await cleaned(Buffer.concat(await document.toArray()));
  });

  test('with links, bookmarks, metadata and packed objects is accepted', async () => {
    const harmless = [
      '<< /Type /Action /S /URI /URI (https://bank.example) >>',
      '<< /S /URI /URI <687474703A2F2F62616E6B2E6578616D706C65> >>',
      '<< /S /URI /URI (mail\\164o:clerk@county.example) >>',
      '<< /S /URI /URI (www.bank.example/AA/index.html) >>',
      '<< /Type /Outlines /First 3 0 R /Last 3 0 R >>',
      streamOf('/Type /Metadata /Subtype /XML', text('<x:xmpmeta/>')),
      packedStreamOf('/Type /ObjStm /N 1 /First 4', '9 0 << /Type /Font /BaseFont /Inter >>'),
      streamOf('/Type /ObjStm /N 1 /First 4', text('9 0 << /Type /Font /BaseFont /Inter >>')),
      '<< /OpenAction [3 0 R /Fit] /Title (No \\) end ( of it \\( )) >>',
    ];
    await cleaned(aPdf(...harmless));
  });

  const goesToPageOne = '<< /S /GoTo /D [3 0 R /Fit] >>';
  test.each([
    ['in the file', aPdf(goesToPageOne, '<< /Type /Catalog /OpenAction 5 0 R >>')],
    [
      'in a packed object, as pdfTeX writes it',
      aPdf(
        packedStreamOf(
          '/Type /ObjStm /N 2 /First 9',
          `17 0 8 31\n${goesToPageOne} << /Type /Catalog /OpenAction 17 0 R >>`,
        ),
      ),
    ],
    ['in the catalog', aPdf(`<< /Type /Catalog /OpenAction ${goesToPageOne} >>`)],
  ])('that opens on a page of itself is accepted: the action stands %s', async (_, pdf) => {
    await cleaned(pdf);
  });

  test('that was edited and saved again, so that it ends twice, is accepted', async () => {
    const edit =
      '\n5 0 obj\n<< /Title (Edited) >>\nendobj\nxref\n0 0\ntrailer\n<< /Root 1 0 R >>\nstartxref\n9\n';
    await cleaned(Buffer.concat([aPdf(), text(`${edit}%%EOF\r\n\0`)]));
  });

  const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>';
  const hidden = `9 0 ${script}`;
  const link = '<< /S /URI /URI (https://thief.example) >>';
  const opens = '<< /OpenAction 5 0 R >>';
  const again = `<<>>\nendobj\n5 0 obj\n${link}`;
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
    ['an address that it opens', aPdf('<< /OpenAction << /S /URI /URI (https://thief.example) >> >>')],
    ['an address that it opens, named elsewhere', aPdf(link, '<< /OpenAction 5 0 R >>')],
    ['an address that it opens, in an object that is defined twice', aPdf(goesToPageOne, opens, again)],
    ['an address that it opens, behind a page', aPdf('<< /OpenAction << /S /GoTo /D 1 /Next 5 0 R >> >>')],
    [
      'an address that it opens, in a packed object',
      aPdf(packedStreamOf('/N 2 /First 10', `17 0 8 ${link.length} ${link}<< /OpenAction 17 0 R >>`)),
    ],
    [
      'an address that it opens, behind a text in a packed object',
      aPdf(
        packedStreamOf('/N 1 /First 5', `17 3 (( << /OpenAction << /S /URI >> >>`),
        '<< /Type /Catalog >>',
      ),
    ],
    ['an opening action in the trailer', pdfOf(['<< /Type /Catalog >>'], '/Root << /OpenAction 5 0 R >> ')],
    ['an opening action that is nowhere', aPdf('<< /OpenAction 99 0 R >>')],
    ['a print when it is opened', aPdf('<< /OpenAction << /S /Named /N /Print >> >>')],
    ['an automatic action of a page', aPdf('<< /Type /Page /AA << /O 5 0 R >> >>')],
    ['an automatic action in other spelling', aPdf('<< /Type /Page /#41A << /O 5 0 R >> >>')],
    ['an automatic action deep in an array', aPdf('[ [ << /Kids [ << /AA << /C 5 0 R >> >> ] >> ] ]')],
    ['a link to a program', aPdf('<< /S /URI /URI (file:///C:/calc.exe) >>')],
    ['a link whose kind stands elsewhere', aPdf('<< /S 9 0 R /URI (file:///C:/calc.exe) >>')],
    ['a link whose address begins elsewhere', aPdf('<< /URI << /Base (file:///C:/) >> >>')],
    ['a link to a script', aPdf('<< /S /URI /URI <6A6176617363726970743A61> >>')],
    ['a link to another file', aPdf('<< /S /GoToR /F (other.pdf) /D [0 /Fit] >>')],
    ['content that is fetched', aPdf(streamOf('/F << /FS /URL /F (https://thief.example) >>', text('')))],
    ['content of another file', aPdf(streamOf('/F (/etc/passwd)', text('')))],
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
      'with objects whose encoding is stated elsewhere',
      aPdf(streamOf('/First 4 /Filter 9 0 R', text('\x80\x0b'))),
    ],
    ['with predicted objects', aPdf(packedStreamOf('/First 4 /DecodeParms << /Predictor 12 >>', hidden))],
    ['with broken packing', aPdf(streamOf('/First 4 /Filter /FlateDecode', text('\x78\x9cbroken')))],
    ['with a dictionary that never ends', aPdf('<< /A (')],
    ['with a web page behind its end', Buffer.concat([aPdf(), text('<script>alert(1)</script>')])],
    [
      'with a web page between two ends',
      Buffer.concat([aPdf(), text('<html><script>alert(1)</script>\nstartxref\n9\n%%EOF\n')]),
    ],
    ['that is an archive as well', Buffer.concat([aPdf(), anArchive('\n%%EOF\n')])],
    ['that nests without end', aPdf('<< /A '.repeat(400) + '>> '.repeat(400))],
    [
      'whose links are elsewhere than it says',
      aPdf(packedStreamOf('/N 4 0R /First 4', hidden.replace('JavaScript', 'Java'))),
    ],
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

  test.each(busyPatterns)(
    'of %j over and over is refused, with work in proportion to its size',
    (pattern) => {
      const [small, large] = [1, 2].map((megabytes) => {
        const filling = pattern.repeat(Math.floor((megabytes * 1_000_000) / pattern.length));
        return judgePdf(text(`%PDF-1.7\n${filling}\nstartxref\n0\n%%EOF`));
      });
      expect(large?.problem).toMatch(/^(damaged|opaque|active)$/);
      expect(large?.steps).toBeLessThanOrEqual(2.01 * (small?.steps ?? 0) + 1_000);
      const isExceeded = pattern === ENDLESS_COMMENT;
      expect([small, large]).toMatchObject([{ isExceeded }, { isExceeded }]);
    },
  );

  test.each([
    ['plain', ''],
    ['packed', '/Filter/FlateDecode'],
  ])('with a %s list of more objects than are read is refused early', (_, filter) => {
    const judged = [1, 2].map((size) => {
      const list = Buffer.from('1 0 '.repeat(size * 400_000), 'latin1');
      const head = text(`%PDF-1.7\n1 0 obj<</Type/ObjStm/First 4/N 9999999${filter}>>stream\n`);
      return judgePdf(
        Buffer.concat([head, filter ? deflateSync(list) : list, text('\nstartxref\n0\n%%EOF')]),
      );
    });
    expect(judged).toMatchObject([
      { problem: 'opaque', isExceeded: false },
      { problem: 'opaque', isExceeded: false },
    ]);
    const [small = 0, large = 0] = judged.map((one) => one.steps);
    expect(large - small).toBeLessThan(1.1 * 4 * 400_000);
  });

  test('is judged in another thread, so that everyone else is served meanwhile', async () => {
    const busy = text(`%PDF-1.7\n${'1 0 obj<</S/URI/URI(https://a)>>'.repeat(310_000)}\nstartxref\n0\n%%EOF`);
    let turns = 0;
    const turn = setInterval(() => (turns += 1), 1);
    const judged = clean(busy);
    const other = clean(aPdf());
    expect(await judged).toBe('opaque');
    expect(typeof (await other)).toBe('object');
    clearInterval(turn);
    expect(turns).toBeGreaterThan(5);
  });

  test('waits for one file of a sender who sends many, not for all of them', async () => {
    const order: string[] = [];
    const check = (sender: string) => clean(aPdf(), sender).then(() => order.push(sender));
    await Promise.all(['eager', 'eager', 'eager', 'eager', 'ada'].map(check));
    expect(order).toEqual(['eager', 'eager', 'ada', 'eager', 'eager']);
  });

  test('is refused as busy when too many others wait, and accepted again once they are done', async () => {
    const judged = await Promise.all(Array.from({ length: 60 }, () => clean(aPdf())));
    expect(judged.filter((one) => one === 'busy').length).toBeGreaterThan(0);
    expect(judged.filter((one) => typeof one === 'object').length).toBeGreaterThan(5);
    await cleaned(aPdf());
  });
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

/** A ZIP archive of one empty file, with a comment at its end. */
function anArchive(comment: string): Uint8Array {
  const [local, directory, end] = [Buffer.alloc(31), Buffer.alloc(47), Buffer.alloc(22)];
  local.write('PK\x03\x04', 'latin1');
  directory.write('PK\x01\x02', 'latin1');
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([text('\n%'), local, directory, end, text(comment)]);
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
