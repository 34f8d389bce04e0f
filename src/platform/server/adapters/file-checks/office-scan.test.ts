import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  aBookStream,
  aCompoundFile,
  anOfficeFile,
  aTextStream,
  relationshipsOf,
  type ZipFile,
  zipOf,
} from '#tests/support/office-files.ts';
import { aPdf } from '#tests/support/uploads.ts';
import { fileChecks } from './file-checks.ts';
import { judgeOffice } from './office-scan.ts';

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const withPart = (name: string, content: Uint8Array | string = 'x') =>
  anOfficeFile({ more: [{ name, content }] });
const instructions = (...parts: readonly string[]) => anOfficeFile({ content: parts.join('') });
/** A field whose instruction has these parts; what begins with "<" stands between them. */
const field = (...parts: readonly string[]) => {
  const runs = parts.map((part) =>
    part.startsWith('<') ? part : `<w:r><w:instrText>${part}</w:instrText></w:r>`,
  );
  return `${mark('begin')}${runs.join('')}${mark('end')}`;
};
const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
const pointingTo = (type: string, target: string, external = true) =>
  withPart('word/_rels/document.xml.rels', relationshipsOf({ type, target, external }));
const problemOf = async (bytes: Uint8Array) => (await judgeOffice(bytes)).problem;

describe('an office file', () => {
  test.each([
    ['a text', anOfficeFile(), docx],
    ['a workbook', anOfficeFile({ as: 'xlsx' }), xlsx],
    ['a text of before 2007', aCompoundFile({ WordDocument: aTextStream() }), 'application/msword'],
    ['a workbook of before 2007', aCompoundFile({ Workbook: aBookStream() }), 'application/vnd.ms-excel'],
  ] as const)('that is %s is taken byte for byte, where office files are', async (_, bytes, mediaType) => {
    const { clean } = fileChecks();
    expect(await clean(bytes, 'ada', { office: true })).toEqual({ bytes, mediaType, sourceType: mediaType });
    expect(await clean(bytes, 'ada')).toBe('type');
  });

  test('may have links that someone clicks, fields that load nothing, and settings of a printer', async () => {
    const link = field('HYPERLINK "https://example.com/wo', 'rd?a=1&amp;b=2"');
    expect(await problemOf(instructions(link, field('PAGE'), '<w:t>A link, imported</w:t>'))).toBe(null);
    expect(await problemOf(pointingTo('hyperlink', 'https://example.com/?a=1&amp;b=2'))).toBe(null);
    expect(await problemOf(withPart('xl/printerSettings/printerSettings1.bin'))).toBe(null);
    expect(await problemOf(pointingTo('image', 'media/image1.png', false))).toBe(null);
  });
});

test.each([
  ...['<!--', '<!-- -->', 'a:', ' encoding=', '<Default a="b" ', '<w:instrText ', '<w:instrText>', '<a b="'],
  ...['<?', '<a ', "<a b='c' d=", '<a b="c"/>', '&#', '<w:fldChar w:fldCharType="begin"/>', ' ', '<'],
])('a part of %j over and over is judged with work in proportion to its size', async (pattern) => {
  const names = ['word/document.xml', 'word/_rels/settings.xml.rels', '[Content_Types].xml'];
  for (const name of names) {
    const [small, large] = await Promise.all(
      [200_000, 400_000].map((characters) => {
        const filling = pattern.repeat(Math.floor(characters / pattern.length));
        // Ballast that does not pack, because a part that packs too well is not read at all.
        const ballast = { name: 'a.png', content: randomBytes(10_000) };
        const types = { name: '[Content_Types].xml', content: '<Types/>' };
        const part = { name, content: `<a>${filling}` };
        return judgeOffice(zipOf(name === types.name ? [part, ballast] : [types, part, ballast]));
      }),
    );
    expect(large?.problem).not.toBeNull();
    expect(large?.steps).toBeGreaterThan(0);
    expect(large?.steps).toBeLessThanOrEqual(2.01 * (small?.steps ?? 0) + 1_000);
  }
});

describe('macros, embedded objects and links to other files', () => {
  test.each([
    ['a project of macros', withPart('word/vbaProject.bin')],
    ['the same under another name', anOfficeFile({ more: [{ name: 'word/data.bin', content: 'x' }] })],
    ['a control', withPart('word/activeX/activeX1.xml')],
    ['an embedded file', withPart('word/embeddings/oleObject1.bin')],
    ['an embedded workbook', withPart('word/embeddings/sheet.xlsx')],
    ['a link to another workbook', withPart('xl/externalLinks/externalLink1.xml')],
    ['macros of Excel 4', withPart('xl/macrosheets/sheet1.xml')],
    ['data connections', withPart('xl/connections.xml')],
    ['a changed menu', withPart('customUI/customUI.xml')],
    [
      'a type with macros',
      anOfficeFile({ mainType: 'application/vnd.ms-word.document.macroEnabled.main+xml' }),
    ],
    ['a template on a server', pointingTo('attachedTemplate', 'https://example.com/a.dotm')],
    ['a picture on a server', pointingTo('image', 'https://example.com/a.png')],
    ['a picture of the network', pointingTo('image', '\\\\example.com\\a.png')],
    ['a link that runs', pointingTo('hyperlink', 'javascript:alert(1)')],
    ['a link to a file', pointingTo('hyperlink', 'file:///c:/a.exe')],
    ['an object by another name', pointingTo('oleObject', 'media/image1.png', false)],
    ['an outside place said to be inside', pointingTo('image', 'http://example.com/a.png', false)],
    [
      'a mode in characters by number',
      withPart(
        'word/_rels/document.xml.rels',
        relationshipsOf({ type: 'image', target: 'https://a.example', external: true }).replace(
          '"External"',
          '"Exter&#110;al"',
        ),
      ),
    ],
    ['a field that starts a program, split over runs', instructions(field('DD', 'EAUTO c:\\a'))],
    ['the same after another field', instructions(field('PAGE'), field('DDEAUTO c:\\a'))],
    ['the same within another field', instructions(field('IF', field('DDEAUTO c:\\a'), '= 1'))],
    ['the same around another field', instructions(field('DDE', field('PAGE'), 'AUTO c:\\a'))],
    ['the same after the instruction of a field', instructions(field('PAGE', mark('separate'), 'DDE a'))],
    [
      'the same outside of a field',
      instructions('<w:instrText>PAGE</w:instrText>', '<w:instrText>DDE a</w:instrText>'),
    ],
    ['the same in characters by number', instructions(field('&#68;DEAUTO c:\\a'))],
    ['the same with zeros before the number', instructions(field('&#x00000000044;DEAUTO c:\\a'))],
    ['the same around a comment', instructions(field('DD<!-- a -->EAUTO c:\\a'))],
    [
      'the same between instructions that seem to be a comment',
      instructions('<?a <!-- ?>', field('DDE a'), '<?a --> ?>'),
    ],
    ['the same with another prefix', instructions('<x:instrText>DDEAUTO c:\\a</x:instrText>')],
    ['the same as one element', instructions('<x:fldSimple x:instr=\'DDEAUTO "a>b"\'/>')],
    ['a field that links to a file', instructions(field(' LINK Excel.Sheet.8 c:\\a'))],
    ['a field in a text at another place', anOfficeFile({ main: 'docs/main.xml', content: field('DDE a') })],
    [
      'a field in a text whose name is written in another way',
      anOfficeFile({ main: 'docs/M%61in.xml', listedAs: 'Docs/main.xml', content: field('DDE a') }),
    ],
    [
      'a template on a server, in a part of another case',
      withPart(
        'word/_rels/settings.xml.RELS',
        relationshipsOf({ type: 'attachedTemplate', target: 'https://example.com/a.dotm', external: true }),
      ),
    ],
  ])('are refused: %s', async (_, bytes) => {
    expect(await problemOf(bytes)).toBe('macros');
  });

  test.each([
    ['macros', aCompoundFile({ WordDocument: aTextStream() }, ['Macros', 'VBA'])],
    ['macros of a workbook', aCompoundFile({ Workbook: aBookStream() }, ['_VBA_PROJECT_CUR'])],
    ['macros of Excel 4', aCompoundFile({ Workbook: aBookStream({ kind: 1 }) })],
    ['an embedded object', aCompoundFile({ WordDocument: aTextStream() }, ['ObjectPool'])],
    ['a packed file', aCompoundFile({ WordDocument: aTextStream(), '\u0001Ole10Native': aTextStream() })],
    [
      'macros that the directory does not list',
      Buffer.concat([aCompoundFile({ WordDocument: aTextStream() }), Buffer.from('_VBA_PROJECT', 'utf16le')]),
    ],
  ])('of before 2007 are refused: %s', async (_, bytes) => {
    expect(await problemOf(bytes)).toBe('macros');
  });
});

describe('files that cannot be scanned', () => {
  const zeros = new Uint8Array(20 * 1024 * 1024);
  const renamed = (files: readonly ZipFile[]) => zipOf(files);
  test.each([
    ['a bomb', withPart('word/media/image1.png', zeros)],
    [
      'a bomb that says it is small',
      anOfficeFile({ more: [{ name: 'a.png', content: zeros, claimed: 10 }] }),
    ],
    [
      'many bombs',
      anOfficeFile({ more: Array.from({ length: 9 }, (_, at) => ({ name: `${at}`, content: zeros })) }),
    ],
    ['a name that is there twice', withPart('WORD/document.xml')],
    ['a name that leads out', withPart('../document.xml')],
    ['a declaration', withPart('_rels/a.rels', '<!DOCTYPE a><Relationships/>')],
    ['text that is not parsed', instructions('<w:instrText><![CDATA[DDEAUTO c:\\a]]></w:instrText>')],
    ['a part in pieces', withPart('word/document.xml/[0].piece')],
    ['an attribute that is there twice', withPart('_rels/a.rels', '<Relationship Target="a" Target="b"/>')],
    ['another encoding', withPart('_rels/a.rels', Buffer.from('\ufeff<Relationships/>', 'utf16le'))],
    ['something in front', Buffer.concat([Buffer.from('PKMZ'), anOfficeFile()])],
    ['encryption', aCompoundFile({ EncryptedPackage: aTextStream(), EncryptionInfo: aTextStream() })],
    ['a text with a password', aCompoundFile({ WordDocument: aTextStream({ encrypted: true }) })],
    ['a workbook with a password', aCompoundFile({ Workbook: aBookStream({ encrypted: true }) })],
  ])('is refused: %s', async (_, bytes) => {
    expect(await problemOf(bytes)).toBe('opaque');
  });

  test.each([
    ['an archive of something else', renamed([{ name: 'a.txt', content: 'x' }])],
    [
      'slides',
      anOfficeFile({
        mainType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml',
      }),
    ],
    ['an installer', aCompoundFile({ Property: aTextStream() })],
  ])('nor is %s an office file', async (_, bytes) => {
    expect(await problemOf(bytes)).toBe('type');
  });

  test('and a program under another name is none', async () => {
    const { clean } = fileChecks();
    expect(await clean(Buffer.from('MZ\x90\0\x03program', 'latin1'), 'ada', { office: true })).toBe('type');
  });
});

test('no damage makes a judge throw, and none is judged clean with macros in it', {
  timeout: 60_000,
}, async () => {
  const files = [
    withPart('word/vbaProject.bin'),
    aCompoundFile({ WordDocument: aTextStream() }, ['Macros']),
    anOfficeFile({ as: 'xlsx' }),
    aPdf(),
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...files),
      fc.array(fc.tuple(fc.nat(8_000), fc.nat(255)), { maxLength: 4 }),
      fc.option(fc.nat(6_000)),
      async (file, changes, cut) => {
        const damaged = Uint8Array.from(file.subarray(0, cut ?? file.length));
        for (const [at, value] of changes) if (at < damaged.length) damaged[at] = value;
        const { problem, mediaType } = await judgeOffice(damaged);
        expect(problem === null).toBe(mediaType !== null);
      },
    ),
    { numRuns: 300 },
  );
});
