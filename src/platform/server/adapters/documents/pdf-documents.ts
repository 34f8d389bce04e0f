import PdfDocument from 'pdfkit';
import encodeQr from 'qr';
import { assert } from '#kernel/assert.ts';
import { PRODUCT_NAME } from '#kernel/product.ts';
import type {
  Documents,
  DocumentTable,
  TableColumn,
  TableDocument,
  TextDocument,
  TextLine,
  TextSection,
} from '../../ports/documents.ts';
import { documentFonts, type FontName, isForTitles, printable } from './pdf-fonts.ts';

const TABLE_MARGIN_POINTS = 36;
const PAGE_MARGIN_POINTS = 64;
const WIDE = { layout: 'landscape', margin: TABLE_MARGIN_POINTS } as const;
const NARROW = { layout: 'portrait', margin: PAGE_MARGIN_POINTS } as const;
const LINE_HEIGHT_POINTS = 18;
const CELL_GAP_POINTS = 6;
const TEXT_AFTER_AMOUNT_POINTS = 12;
const CELL_PADDING_POINTS = 4;
const CELL_FONT_POINTS = 8;
const QR_CODE_POINTS = 112;
/** Shaped texts that are cached for each font; each takes about two kilobytes. */
const MAX_SHAPES = 5_000;
/** Tabular figures, so that amounts are aligned below each other. */
const FIGURES: PDFKit.Mixins.OpenTypeFeatures[] = ['tnum'];
/**
 * Each letter by itself and unlike any other one, so that a text can be typed from paper: contextual alternates would
 * draw "8x8" as "8×8". pdfkit hands this to the font as it is; its types know lists only.
 */
const EXACT_LETTERS = { calt: false, ss02: true } as unknown as PDFKit.Mixins.OpenTypeFeatures[];
const INK = '#1C2321';
const MUTED = '#5C655F';
const LINE = '#E4DED2';

type Pdf = InstanceType<typeof PdfDocument>;
type Structure = ReturnType<Pdf['struct']>;

/** A document that is being drawn: its pages, and the structure of their parts for screen readers. */
interface Drawing {
  pdf: Pdf;
  root: Structure;
  margin: number;
}

interface PlacedColumn extends TableColumn {
  left: number;
  width: number;
}

/** PDFs drawn by pdfkit, tagged and with embedded fonts: nothing is rendered from HTML. */
export function pdfDocuments() {
  return {
    table: (document: TableDocument) =>
      drawn(WIDE, document, (drawing) => {
        drawHead(drawing, { ...document, title: `${PRODUCT_NAME}: ${document.title}` }, 20);
        drawing.pdf.moveDown(1);
        drawTable(drawing, document);
      }),
    text: (document: TextDocument) =>
      drawn(formOf(document), document, (drawing) => {
        part(drawing, 'P', () => text(drawing, PRODUCT_NAME, { size: 10, color: MUTED }));
        drawing.pdf.moveDown(0.4);
        drawHead(drawing, document, 22);
        for (const section of document.sections) drawSection(drawing, section);
      }),
  } satisfies Documents;
}

/** Layout and margin of a document. */
const formOf = ({ wide }: TextDocument) => (wide ? WIDE : NARROW);

async function drawn(
  { layout, margin }: typeof WIDE | typeof NARROW,
  { title, dated }: { title: string; dated: Date },
  draw: (drawing: Drawing) => void,
): Promise<Uint8Array> {
  const pdf = new PdfDocument({
    size: 'LETTER',
    layout,
    margins: { top: margin, right: margin, bottom: PAGE_MARGIN_POINTS, left: margin },
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: title, Creator: PRODUCT_NAME, CreationDate: dated },
  });
  for (const name of Object.keys(documentFonts) as FontName[]) {
    pdf.registerFont(name, fontFor(name));
    shapeOnce(pdf.font(name));
    openedFonts.set(name, shapingFontOf(pdf).font);
  }
  const done = bytesOf(pdf);
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  draw({ pdf, root, margin });
  root.end();
  numberPages(pdf, margin);
  pdf.end();
  return done;
}

/** A font of pdfkit, as far as it shapes text, around an opened font that several documents may have. */
interface ShapingFont {
  layoutRun(text: string, features?: object): unknown;
  font: { _glyphs: object };
}

const shapingFontOf = (pdf: Pdf) => (pdf as unknown as { _font: ShapingFont })._font;

/** Reading the tables of a font takes several times as long as drawing a page with it. */
const openedFonts = new Map<FontName, ShapingFont['font']>();

/**
 * A font for a new document, opened before if possible. It forgets its glyphs: each remembers the letter that it was first
 * used for, and so a document would depend on those drawn before it.
 */
function fontFor(name: FontName): Buffer {
  const opened = openedFonts.get(name);
  if (!opened) return documentFonts[name];
  opened._glyphs = {};
  // pdfkit takes an opened font as well; its types do not say so.
  return opened as unknown as Buffer;
}

/** pdfkit shapes text with features at each of its measurements, ten times for a cell: here the shapes are cached. */
function shapeOnce(pdf: Pdf): void {
  const font = shapingFontOf(pdf);
  const shape = font.layoutRun.bind(font);
  const shapes = new Map<string, unknown>();
  font.layoutRun = (content, features) => {
    const key = `${JSON.stringify(features)} ${content}`;
    const known = shapes.get(key);
    if (known !== undefined) return known;
    if (shapes.size >= MAX_SHAPES) shapes.clear();
    const shaped = shape(content, features);
    shapes.set(key, shaped);
    return shaped;
  };
}

async function bytesOf(pdf: Pdf): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of pdf) parts.push(part as Uint8Array);
  return Buffer.concat(parts);
}

/** Draws a separate part of the document, such as a heading or a paragraph. */
function part({ pdf, root }: Drawing, type: string, draw: () => void): void {
  root.add(pdf.struct(type, {}, draw));
}

/** Draws what only decorates a page. */
function artifact(pdf: Pdf, draw: () => void): void {
  pdf.markContent('Artifact', { type: 'Layout' });
  draw();
  pdf.endMarkedContent();
}

const widthOf = ({ pdf, margin }: Drawing) => pdf.page.width - 2 * margin;

interface TextStyle {
  font?: FontName;
  size: number;
  color?: string;
  gap?: number;
  features?: PDFKit.Mixins.OpenTypeFeatures[];
}

const HEADING: TextStyle = { font: 'title', size: 14, gap: 0 };
const PARAGRAPH: TextStyle = { size: 10, gap: 2.5 };
const EXACT: TextStyle = { size: 8.5, gap: 1, features: EXACT_LETTERS };

/** How a text of this style is set in its lines. */
const textOptions = (drawing: Drawing, { gap = 2, features }: TextStyle) => ({
  width: widthOf(drawing),
  lineGap: gap,
  ...(features && { features }),
});

/** Sets the font of a text. @returns the text as it is shown */
function styled({ pdf }: Drawing, content: string, { font = 'text', size }: TextStyle): string {
  const shown = printable(content);
  pdf.font(font === 'title' && !isForTitles(shown) ? 'strong' : font).fontSize(size);
  return shown;
}

function text(drawing: Drawing, content: string, style: TextStyle): void {
  const { pdf, margin } = drawing;
  const { color = INK } = style;
  const shown = styled(drawing, content, style);
  pdf.fillColor(color).text(shown, margin, pdf.y, textOptions(drawing, style));
}

function textHeight(drawing: Drawing, content: string, style: TextStyle): number {
  const shown = styled(drawing, content, style);
  return drawing.pdf.heightOfString(shown, textOptions(drawing, style));
}

function drawHead(drawing: Drawing, { title, subtitle }: { title: string; subtitle: string }, size: number) {
  part(drawing, 'H1', () => text(drawing, title, { font: 'title', size, gap: 0 }));
  drawing.pdf.moveDown(0.2);
  part(drawing, 'P', () => text(drawing, subtitle, { size: 10, color: MUTED }));
}

function drawSection(drawing: Drawing, section: TextSection): void {
  const { pdf, margin } = drawing;
  const { heading, paragraphs = [], lines = [], exactText = [], table, qrCode } = section;
  // Below a table, whose last text may be small, as far as elsewhere.
  pdf.font('text').fontSize(PARAGRAPH.size).moveDown(1.4);
  keepTogether(drawing, beginningHeight(drawing, section));
  part(drawing, 'H2', () => text(drawing, heading, HEADING));
  pdf.moveDown(0.3);
  for (const paragraph of paragraphs) {
    part(drawing, 'P', () => text(drawing, paragraph, PARAGRAPH));
    pdf.moveDown(0.6);
  }
  if (lines.length > 0) drawLines(drawing, lines);
  if (table) drawTable(drawing, table);
  drawExactText(drawing, exactText);
  if (qrCode) drawQrCode(drawing, qrCode);
  pdf.x = margin;
}

/** Lines that are read as one text, on one page where they take less than half of it. */
function drawExactText(drawing: Drawing, lines: readonly string[]): void {
  const height = lines.reduce((sum, line) => sum + textHeight(drawing, line, EXACT), 0);
  if (height < drawing.pdf.page.height / 2) keepTogether(drawing, height);
  for (const line of lines) {
    assert(printable(line) === line, 'a text that must be exact can be drawn');
    part(drawing, 'P', () => text(drawing, line, EXACT));
  }
}

/**
 * Height of what a section begins with, so that no heading stands alone at the end of a page: its heading with the text
 * and the first rows below it, or with a few lines where that would take more than half a page.
 */
function beginningHeight(drawing: Drawing, { heading, paragraphs = [], ...rest }: TextSection): number {
  const fewLines = 4 * LINE_HEIGHT_POINTS;
  const first = firstRowHeight(drawing, rest);
  if (first === 0) return fewLines;
  const texts = [
    textHeight(drawing, heading, HEADING),
    ...paragraphs.map((one) => textHeight(drawing, one, PARAGRAPH)),
  ];
  const whole = texts.reduce((sum, height) => sum + height + LINE_HEIGHT_POINTS / 2, first);
  return whole > drawing.pdf.page.height / 2 ? fewLines : Math.max(whole, fewLines);
}

function firstRowHeight(
  drawing: Drawing,
  { lines = [], table, qrCode }: Pick<TextSection, 'lines' | 'table' | 'qrCode'>,
): number {
  if (lines.length > 0) return heightWithTotals(drawing, lines, 0);
  if (table) return headHeight(drawing, placed(drawing, table.columns), table);
  return qrCode ? QR_CODE_POINTS + LINE_HEIGHT_POINTS : 0;
}

function drawLines(drawing: Drawing, lines: readonly TextLine[]): void {
  const { pdf, root } = drawing;
  const table = pdf.struct('Table');
  root.add(table);
  for (const [index, line] of lines.entries()) {
    keepTogether(drawing, heightWithTotals(drawing, lines, index));
    drawLine(drawing, table, line, { isFirst: index === 0 });
  }
  table.end();
}

const LINE_OPTIONS = { lineGap: 1, features: FIGURES };

/** Widths of a term and of its value. */
function lineWidths(drawing: Drawing): readonly [number, number] {
  const width = widthOf(drawing);
  return [width * 0.55, width * 0.43];
}

function lineHeight(drawing: Drawing, { term, value, total = false }: TextLine): number {
  const { pdf } = drawing;
  const [left, right] = lineWidths(drawing);
  pdf.font(total ? 'strong' : 'text').fontSize(10);
  const heights = [
    pdf.heightOfString(printable(term), { width: left, ...LINE_OPTIONS }),
    pdf.heightOfString(printable(value), { width: right, ...LINE_OPTIONS }),
  ];
  return Math.max(...heights) + 8;
}

/** Height of a line with the totals below it, which do not stand alone on a page. */
function heightWithTotals(drawing: Drawing, lines: readonly TextLine[], index: number): number {
  let last = index;
  while (lines[last + 1]?.total) last += 1;
  return lines.slice(index, last + 1).reduce((sum, line) => sum + lineHeight(drawing, line), 0);
}

/** A term with its value at the right; both may take several lines. */
function drawLine(
  drawing: Drawing,
  table: Structure,
  line: TextLine,
  { isFirst }: { isFirst: boolean },
): void {
  const { term, value, total = false } = line;
  const { pdf, margin } = drawing;
  const width = widthOf(drawing);
  const [left, right] = lineWidths(drawing);
  const font: FontName = total ? 'strong' : 'text';
  const height = lineHeight(drawing, line);
  const top = pdf.y;
  const row = pdf.struct('TR');
  table.add(row);
  row.add(
    pdf.struct('TH', { scope: 'Row' } as object, () =>
      pdf
        .font(font)
        .fontSize(10)
        .fillColor(total ? INK : MUTED)
        .text(printable(term), margin, top + 4, { width: left, ...LINE_OPTIONS }),
    ),
  );
  row.add(
    pdf.struct('TD', {}, () =>
      pdf.fillColor(INK).text(printable(value), margin + width - right, top + 4, {
        width: right,
        align: 'right',
        ...LINE_OPTIONS,
      }),
    ),
  );
  row.end();
  if (total && !isFirst) rule(drawing, top, { strong: true });
  rule(drawing, top + height);
  pdf.x = margin;
  pdf.y = top + height;
}

function rule({ pdf, margin }: Drawing, y: number, { strong = false } = {}): void {
  artifact(pdf, () =>
    pdf
      .moveTo(margin, y)
      .lineTo(pdf.page.width - margin, y)
      .lineWidth(strong ? 1 : 0.5)
      .strokeColor(strong ? INK : LINE)
      .stroke(),
  );
}

/** Lowest place of text on a page; the page number is below. */
const bottomOf = ({ pdf }: Drawing) => pdf.page.height - PAGE_MARGIN_POINTS;

function keepTogether(drawing: Drawing, height: number): void {
  if (drawing.pdf.y + height <= bottomOf(drawing)) return;
  drawing.pdf.addPage();
}

function placed(drawing: Drawing, columns: readonly TableColumn[]): PlacedColumn[] {
  const total = columns.reduce((sum, { share }) => sum + share, 0);
  const whole = widthOf(drawing);
  let left = drawing.margin;
  return columns.map((column, index) => {
    const width = (whole * column.share) / total;
    left += width;
    // Text after an amount would touch it; the last column ends with the line below it.
    const before = !column.amount && columns[index - 1]?.amount ? TEXT_AFTER_AMOUNT_POINTS : 0;
    const after = index === columns.length - 1 ? 0 : CELL_GAP_POINTS;
    return { ...column, left: left - width + before, width: width - before - after };
  });
}

function drawTable(drawing: Drawing, document: DocumentTable): void {
  const { pdf, root } = drawing;
  const { columns, rows, totalAt } = document;
  const places = placed(drawing, columns);
  const headers = columns.map(({ header }) => header);
  const table = pdf.struct('Table');
  root.add(table);
  keepTogether(drawing, headHeight(drawing, places, document));
  drawRow(drawing, places, headers, { table, kind: 'header' });
  const heights = rows.map((_, index) => heightOfRow(drawing, places, document, index));
  for (const [index, row] of rows.entries()) {
    const { [index]: height = 0 } = heights;
    if (pdf.y + heightTogether(document, index, (at) => heights[at] ?? 0) > bottomOf(drawing)) {
      pdf.addPage();
      // Stated already at the head of the table.
      artifact(pdf, () => drawRow(drawing, places, headers, { table: null, kind: 'header' }));
      rule(drawing, pdf.y);
    }
    const isTotal = index === totalAt;
    if (isTotal && index > 0) rule(drawing, pdf.y, { strong: true });
    drawRow(drawing, places, row, { table, kind: isTotal ? 'total' : 'row', height });
  }
  table.end();
}

const heightOfRow = (
  drawing: Drawing,
  places: readonly PlacedColumn[],
  { rows, totalAt }: DocumentTable,
  index: number,
) => rowHeight(drawing, places, rows[index] ?? [], index === totalAt ? 'strong' : 'text');

/** Height of a row, with those after it up to the total or the last one: neither stands alone on a page. */
function heightTogether(
  { rows, totalAt }: DocumentTable,
  index: number,
  heightOf: (index: number) => number,
): number {
  let last = index;
  while (last + 1 === totalAt || last === rows.length - 2) last += 1;
  let height = 0;
  for (let at = index; at <= last; at += 1) height += heightOf(at);
  return height;
}

/** Height of the header of a table with what stands below it on the same page. */
const headHeight = (drawing: Drawing, places: readonly PlacedColumn[], document: DocumentTable) =>
  rowHeight(
    drawing,
    places,
    document.columns.map(({ header }) => header),
    'strong',
  ) + heightTogether(document, 0, (index) => heightOfRow(drawing, places, document, index));

/** Where a text of letters may go on below; a figure's sign is not one of them. */
const LINE_ENDS = / |(?<=\p{L}-)/u;

/** The size of a cell's text: smaller where a figure would not fit on one line, since none is cut over two. */
function cellSize({ pdf }: Drawing, { width, amount }: PlacedColumn, shown: string): number {
  pdf.fontSize(CELL_FONT_POINTS);
  if (!amount) return CELL_FONT_POINTS;
  const widest = Math.max(
    ...shown.split(LINE_ENDS).map((word) => pdf.widthOfString(word, { features: FIGURES })),
  );
  return widest < width ? CELL_FONT_POINTS : (CELL_FONT_POINTS * (width - 1)) / widest;
}

const cellOptions = ({ width, amount }: PlacedColumn) => ({
  width,
  features: FIGURES,
  align: amount ? ('right' as const) : ('left' as const),
});

function rowHeight(
  drawing: Drawing,
  places: readonly PlacedColumn[],
  cells: readonly string[],
  font: FontName,
) {
  const { pdf } = drawing;
  pdf.font(font);
  const heights = places.map((place, index) => {
    const shown = printable(cells[index] ?? '') || ' ';
    return pdf.fontSize(cellSize(drawing, place, shown)).heightOfString(shown, cellOptions(place));
  });
  return Math.max(...heights) + 2 * CELL_PADDING_POINTS;
}

type RowKind = 'header' | 'row' | 'total';

const fontOf = (kind: RowKind): FontName => (kind === 'row' ? 'text' : 'strong');

/** A row of cells, each as high as its text; without a table it only decorates. */
function drawRow(
  drawing: Drawing,
  places: readonly PlacedColumn[],
  cells: readonly string[],
  {
    table,
    kind,
    height = rowHeight(drawing, places, cells, fontOf(kind)),
  }: { table: Structure | null; kind: RowKind; height?: number },
): void {
  const { pdf, margin } = drawing;
  const isHeader = kind === 'header';
  const font = fontOf(kind);
  const top = pdf.y;
  const row = table && pdf.struct('TR');
  if (row) table.add(row);
  for (const [index, place] of places.entries()) {
    const shown = printable(cells[index] ?? '');
    const draw = () =>
      pdf
        .font(font)
        .fontSize(cellSize(drawing, place, shown))
        .fillColor(INK)
        .text(shown, place.left, top + CELL_PADDING_POINTS, cellOptions(place));
    if (row)
      row.add(isHeader ? pdf.struct('TH', { scope: 'Column' } as object, draw) : pdf.struct('TD', {}, draw));
    else draw();
  }
  row?.end();
  if (table) rule(drawing, top + height);
  pdf.x = margin;
  pdf.y = top + height;
}

/** A QR code of dark squares on white paper, with its alternative text. */
function drawQrCode(drawing: Drawing, { text: content, label }: { text: string; label: string }): void {
  const { pdf, root, margin } = drawing;
  const squares = encodeQr(content, 'raw', { ecc: 'medium', border: 1 });
  pdf.moveDown(0.6);
  keepTogether(drawing, QR_CODE_POINTS);
  const [top, size] = [pdf.y, QR_CODE_POINTS / squares.length];
  root.add(
    pdf.struct('Figure', { alt: label }, () => {
      for (const [y, row] of squares.entries()) {
        for (const [x, dark] of row.entries()) {
          if (dark) pdf.rect(margin + x * size, top + y * size, size, size);
        }
      }
      pdf.fillColor('#000000').fill();
    }),
  );
  pdf.y = top + QR_CODE_POINTS;
}

function numberPages(pdf: Pdf, margin: number): void {
  const { count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    pdf.switchToPage(page);
    // Below the margin, where text would otherwise begin another page.
    pdf.page.margins.bottom = 0;
    pdf.markContent('Artifact', { type: 'Pagination' });
    pdf
      .font('text')
      .fontSize(8)
      .fillColor(MUTED)
      .text(`Page ${page + 1} of ${count}`, margin, pdf.page.height - TABLE_MARGIN_POINTS, {
        lineBreak: false,
      });
    pdf.endMarkedContent();
  }
}
