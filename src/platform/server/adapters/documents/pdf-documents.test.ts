import PdfDocument from 'pdfkit';
import { expect, test } from 'vitest';
import {
  drawnTextsOfPdf,
  glyphsOfPdf,
  lowestTextOfPdf,
  pagesOfPdf,
  rulesOfPdf,
  tagsOfPdf,
  textOfPdf,
} from '#tests/support/pdf-text.ts';
import { isDrawable } from '../../ports/documents.ts';
import { fileChecks } from '../file-checks/file-checks.ts';
import { pdfDocuments } from './pdf-documents.ts';
import { documentFonts, isForTitles, printable } from './pdf-fonts.ts';

const letter = {
  title: 'Statement for Q3 2026',
  subtitle: 'Maple Court',
  dated: new Date('2026-10-03T03:00:00Z'),
  sections: [
    {
      heading: 'Income',
      paragraphs: ['What came in.'],
      lines: [
        { term: 'Gross rent', value: '$1,000.00' },
        { term: 'Effective gross income', value: '$980.00', total: true },
      ],
    },
  ],
};

test('a text document says its title, its sections and every line with its value', async () => {
  const text = await textOfPdf(await pdfDocuments().text(letter));
  for (const said of ['Statement for Q3 2026', 'Income', 'What came in.', 'Gross rent', '$980.00']) {
    expect(text).toContain(said);
  }
});

test('a document is the same to the byte whatever was drawn before it, also letters that share a glyph', async () => {
  const named = (subtitle: string) => pdfDocuments().text({ ...letter, subtitle });
  const typographic = await named('O’Neill');
  expect(await textOfPdf(await named('OʼNeill'))).toContain('OʼNeill');
  expect(Buffer.compare(await named('O’Neill'), typographic)).toBe(0);
});

test('a total is bold below a strong rule, and no such rule is right under a heading', async () => {
  const columns = [
    { header: 'Property', share: 60 },
    { header: 'Paid', share: 40, amount: true },
  ];
  const rows = [
    ['Maple Court', '$1.00'],
    ['All', '$2.00'],
    ['Rewards', '$3.00'],
  ];
  const result = [
    { term: 'Net income', value: '$4.00', total: true },
    { term: 'Reserve', value: '$5.00' },
    { term: 'Left', value: '$6.00', total: true },
  ];
  const sections = [
    { heading: 'Paid to you', table: { columns, rows, totalAt: 1 } },
    { heading: 'Result', lines: result },
  ];
  const bytes = await pdfDocuments().text({ ...letter, sections });
  const texts = await drawnTextsOfPdf(bytes);
  const fontOf = (text: string) => texts.get(text)?.font;
  const [bold, regular] = [fontOf('Property'), fontOf('Maple Court')];
  expect(bold).not.toBe(regular);
  for (const text of ['All', '$2.00', '$4.00', '$6.00']) expect(fontOf(text), text).toBe(bold);
  for (const text of ['$1.00', '$3.00', '$5.00']) expect(fontOf(text), text).toBe(regular);
  expect(await rulesOfPdf(bytes)).toEqual([...[0.5, 0.5, 1, 0.5, 0.5], ...[0.5, 0.5, 1, 0.5]]);
});

test.each(['table', 'lines'])('a total of %s is on the page of what is above it', async (kind) => {
  const columns = [
    { header: 'Line', share: 60 },
    { header: 'Paid', share: 40, amount: true },
  ];
  for (let count = 20; count < 32; count += 1) {
    const lines = Array.from({ length: count }, (_, at) => ({
      term: at === count - 2 ? 'The total' : `Line ${at}`,
      value: `${at}`,
      total: at === count - 2,
    }));
    const rows = lines.map(({ term, value }) => [term, value]);
    const table = { columns, rows, totalAt: count - 2 };
    const section = { heading: 'All', ...(kind === 'table' ? { table } : { lines }) };
    const pages = await pagesOfPdf(await pdfDocuments().text({ ...letter, sections: [section] }));
    expect(pages.find((page) => page.includes('The total'))).toContain(`Line ${count - 3}`);
  }
});

test('a long text document takes as many pages as it needs and loses nothing', async () => {
  const lines = Array.from({ length: 150 }, (_, index) => ({ term: `Line ${index}`, value: `${index}` }));
  const long = { ...letter, sections: [{ heading: 'All', lines }] };
  const text = await textOfPdf(await pdfDocuments().text(long));
  expect(text).toMatch(/Page 5 of \d/);
  for (const { term, value } of lines) expect(text).toMatch(new RegExp(`${term}\\s+${value}\\b`));
});

test.each([1, 2, 3])(
  'a heading is on the page of the first of %i rows below it, wherever a page ends',
  async (rowCount) => {
    const columns = [
      { header: 'Income before the management fee', share: 10 },
      { header: 'Amount', share: 90, amount: true },
    ];
    const note = 'A share counts at its value at the end of the month, as it was known at issue.';
    const rows = [
      ['First row', '$1.00'],
      ['A second row of several lines', '$2.00'],
      ['Third row', '$3.00'],
    ];
    const table = { columns, rows: rows.slice(0, rowCount) };
    const last = { heading: 'Last heading', paragraphs: [note], table };
    for (let count = 18; count < 22; count += 1) {
      const lines = Array.from({ length: count }, (_, index) => ({
        term: `Line ${index}`,
        value: `${index}`,
      }));
      const pages = await pagesOfPdf(
        await pdfDocuments().text({ ...letter, sections: [{ heading: 'Lines', lines }, last] }),
      );
      const page = pages.find((one) => one.includes('Last heading'));
      expect(page, `after ${count} lines`).toContain('First row');
      expect(pages.length, `after ${count} lines`).toBeLessThan(3);
    }
  },
);

test('text ends well above the page number, also on a wide page', async () => {
  const sections = [{ heading: 'All', paragraphs: ['One word after the other. '.repeat(400)] }];
  for (const wide of [false, true]) {
    const lowest = await lowestTextOfPdf(await pdfDocuments().text({ ...letter, wide, sections }));
    expect(lowest.length).toBeGreaterThan(1);
    expect(Math.min(...lowest)).toBeGreaterThan(60);
  }
});

test('our own documents pass the checks of uploaded files', async () => {
  const bytes = await pdfDocuments().text(letter);
  expect(await fileChecks().clean(bytes, 'ada')).toMatchObject({ bytes, mediaType: 'application/pdf' });
});

test('the same text is the same bytes', async () => {
  const [one, two] = await Promise.all([pdfDocuments().text(letter), pdfDocuments().text(letter)]);
  expect(Buffer.from(one).equals(Buffer.from(two))).toBe(true);
});

test('a document names its language and its parts for screen readers, in their order', async () => {
  const bytes = await pdfDocuments().text(letter);
  const tags = await tagsOfPdf(bytes);
  expect(tags.filter((tag) => ['H1', 'H2', 'Table', 'TH', 'TD'].includes(tag))).toEqual([
    ...['H1', 'H2', 'Table', 'TH', 'TD', 'TH', 'TD'],
  ]);
  expect(Buffer.from(bytes).toString('latin1')).toContain('/Lang (en-US)');
});

test('letters that no font has are shown by their numbers, and never in a text that must be exact', async () => {
  const named = { ...letter, subtitle: '王小明, \u05d0da\r\nand 🏠\ufe0f' };
  const text = await textOfPdf(await pdfDocuments().text(named));
  expect(text.replaceAll('\n', ' ')).toContain('[U+738B U+5C0F U+660E], [U+05D0]da and [U+1F3E0]');
  const exact = { ...letter, sections: [{ heading: 'Signed', exactText: ['Holder: 王小明'] }] };
  await expect(pdfDocuments().text(exact)).rejects.toThrow('exact');
});

test('in a text that must be exact a letter looks the same beside any other one', async () => {
  const sections = [{ heading: 'Signed', exactText: ['x8', '8x8', '->', '>-'] }];
  const glyphs = await glyphsOfPdf(await pdfDocuments().text({ ...letter, sections }));
  const [[x, eight] = [], product, arrow, reversed] = glyphs.slice(-5, -1);
  expect(product).toEqual([eight, x, eight]);
  expect(arrow).toEqual(reversed?.toReversed());
  expect(arrow).toHaveLength(2);
});

test('the fonts have every letter that counts as drawable', () => {
  const pdf = new PdfDocument();
  for (const [name, bytes] of Object.entries(documentFonts)) {
    pdf.font(bytes);
    const { font } = (pdf as unknown as { _font: { font: { hasGlyphForCodePoint(code: number): boolean } } })
      ._font;
    const missing: string[] = [];
    for (let code = 0x20; code < 0x3000; code += 1) {
      const letter = String.fromCodePoint(code);
      const counts = name === 'title' ? isForTitles(printable(letter)) : true;
      if (isDrawable(letter) && counts && !font.hasGlyphForCodePoint(code)) missing.push(code.toString(16));
    }
    expect(missing).toEqual([]);
  }
});

test('no figure is cut over two lines, however large', async () => {
  const columns = [
    { header: 'Property', share: 80 },
    { header: 'Change', share: 10, amount: true },
    { header: 'Fee', share: 10, amount: true },
  ];
  const table = { columns, rows: [['Maple Court', '-$9,999,999,999.99', '$100,000,000,000.00']] };
  const text = await textOfPdf(
    await pdfDocuments().text({ ...letter, sections: [{ heading: 'Movements', table }] }),
  );
  for (const figure of table.rows[0] ?? []) expect(text).toContain(figure);
});

test('a header that fits on several lines is as large as the others', async () => {
  const columns = [
    { header: 'Property', share: 90 },
    { header: 'Money-weighted %', share: 10, amount: true },
  ];
  const table = { columns, rows: [['Maple Court', '1.0%']] };
  const bytes = await pdfDocuments().text({ ...letter, sections: [{ heading: 'Returns', table }] });
  const headers = [...(await drawnTextsOfPdf(bytes))].filter(([text]) => /Property|weighted/.test(text));
  expect(headers.map(([, { size }]) => size)).toEqual([8, 8]);
});

test('a section is as far below a table whose last figure is small as below others', async () => {
  const columns = [
    { header: 'Property', share: 90 },
    { header: 'Paid', share: 10, amount: true },
  ];
  const places = ['$1.00', '$100,000,000,000.00'].map(async (figure) => {
    const table = { columns, rows: [['Maple Court', figure]] };
    const sections = [{ heading: 'Income', table }, { heading: 'Afterwards' }];
    const texts = await drawnTextsOfPdf(await pdfDocuments().text({ ...letter, sections }));
    return texts.get('Afterwards')?.y;
  });
  const [usual, below] = await Promise.all(places);
  expect(below).toBe(usual);
});

test('a table shows long texts in full, with any letters of a name', async () => {
  const name = 'Łucja Ångström-Παππάς Иванова, of the long house at the end of the very long lane';
  const text = await textOfPdf(
    await pdfDocuments().table({
      ...letter,
      columns: [
        { header: 'Name', share: 1 },
        { header: 'Amount', share: 9, amount: true },
      ],
      rows: [[name, '$1.00']],
    }),
  );
  for (const word of name.split(/[ -]/)) expect(text).toContain(word);
});
