import PdfDocument from 'pdfkit';
import { PRODUCT_NAME } from '#kernel/product.ts';
import type {
  Documents,
  PaperDocument,
  PaperLine,
  PaperSection,
  TableColumn,
  TableDocument,
} from '../ports/documents.ts';

const MARGIN = 36;
const PAPER_MARGIN = 64;
const LINE_HEIGHT = 18;
const ROW_HEIGHT = 18;
const CELL_GAP = 6;
const INK = '#1C2321';
const MUTED = '#5C655F';
const LINE = '#E4DED2';

type Pdf = InstanceType<typeof PdfDocument>;

interface Placed extends TableColumn {
  left: number;
  width: number;
}

/** PDFs drawn by pdfkit with the fonts that every reader has: nothing is rendered from HTML. */
export function pdfDocuments(): Documents {
  return {
    table: (document) =>
      drawn('landscape', MARGIN, document, (pdf) => {
        drawHead(pdf, document);
        drawTable(pdf, document);
      }),
    paper: (document) =>
      drawn('portrait', PAPER_MARGIN, document, (pdf) => {
        drawPaperHead(pdf, document);
        for (const section of document.sections) drawSection(pdf, section);
      }),
  };
}

function drawn(
  layout: 'landscape' | 'portrait',
  margin: number,
  { title }: { title: string },
  draw: (pdf: Pdf) => void,
): Promise<Uint8Array> {
  const info = { Title: title, Creator: PRODUCT_NAME };
  const pdf = new PdfDocument({ size: 'LETTER', layout, margin, bufferPages: true, info });
  const done = bytesOf(pdf);
  draw(pdf);
  numberPages(pdf, margin);
  pdf.end();
  return done;
}

const widthOf = (pdf: Pdf) => pdf.page.width - 2 * PAPER_MARGIN;

function drawPaperHead(pdf: Pdf, { title, subtitle }: PaperDocument): void {
  const width = widthOf(pdf);
  pdf
    .font('Helvetica')
    .fontSize(10)
    .fillColor(MUTED)
    .text(PRODUCT_NAME, PAPER_MARGIN, PAPER_MARGIN, { width });
  pdf.moveDown(0.4);
  pdf.font('Times-Bold').fontSize(22).fillColor(INK).text(printable(title), { width });
  pdf.moveDown(0.2);
  pdf.font('Helvetica').fontSize(10.5).fillColor(MUTED).text(printable(subtitle), { width, lineGap: 2 });
}

function drawSection(pdf: Pdf, { heading, paragraphs = [], lines = [] }: PaperSection): void {
  const width = widthOf(pdf);
  pdf.moveDown(1.4);
  keepTogether(pdf, 4 * LINE_HEIGHT);
  pdf.font('Times-Bold').fontSize(14).fillColor(INK).text(printable(heading), PAPER_MARGIN, pdf.y, { width });
  pdf.moveDown(0.3);
  for (const paragraph of paragraphs) {
    pdf.font('Helvetica').fontSize(10.5).fillColor(INK).text(printable(paragraph), { width, lineGap: 2.5 });
    pdf.moveDown(0.6);
  }
  for (const line of lines) drawLine(pdf, line);
}

/** A term with its value at the right; both may take several lines. */
function drawLine(pdf: Pdf, { term, value, total = false }: PaperLine): void {
  const width = widthOf(pdf);
  const [left, right] = [width * 0.55, width * 0.43];
  pdf.font(total ? 'Helvetica-Bold' : 'Helvetica').fontSize(10.5);
  const options = { lineGap: 1 };
  const height =
    Math.max(
      pdf.heightOfString(printable(term), { width: left, ...options }),
      pdf.heightOfString(printable(value), { width: right, ...options }),
    ) + 8;
  keepTogether(pdf, height);
  const top = pdf.y;
  pdf
    .fillColor(total ? INK : MUTED)
    .text(printable(term), PAPER_MARGIN, top + 4, { width: left, ...options });
  pdf.fillColor(INK).text(printable(value), PAPER_MARGIN + width - right, top + 4, {
    width: right,
    align: 'right',
    ...options,
  });
  const rule = total ? top : top + height;
  pdf
    .moveTo(PAPER_MARGIN, rule)
    .lineTo(PAPER_MARGIN + width, rule)
    .lineWidth(total ? 1 : 0.5)
    .strokeColor(total ? INK : LINE)
    .stroke();
  pdf.x = PAPER_MARGIN;
  pdf.y = top + height;
}

function keepTogether(pdf: Pdf, height: number): void {
  if (pdf.y + height > pdf.page.height - PAPER_MARGIN - LINE_HEIGHT) pdf.addPage();
}

async function bytesOf(pdf: Pdf): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of pdf) parts.push(part as Uint8Array);
  return Buffer.concat(parts);
}

function drawHead(pdf: Pdf, { title, subtitle }: TableDocument): void {
  pdf.font('Times-Bold').fontSize(20).fillColor(INK).text(`${PRODUCT_NAME}: ${title}`, MARGIN, MARGIN);
  pdf.font('Helvetica').fontSize(10).fillColor(MUTED).text(printable(subtitle));
  pdf.moveDown(1);
}

function placed(pdf: Pdf, columns: readonly TableColumn[]): Placed[] {
  const total = columns.reduce((sum, { share }) => sum + share, 0);
  const whole = pdf.page.width - 2 * MARGIN;
  let left = MARGIN;
  return columns.map((column) => {
    const width = (whole * column.share) / total;
    left += width;
    return { ...column, left: left - width, width };
  });
}

function drawTable(pdf: Pdf, { columns, rows }: TableDocument): void {
  const places = placed(pdf, columns);
  const headers = columns.map(({ header }) => header);
  let top = drawRow(pdf, places, headers, pdf.y, 'Helvetica-Bold');
  for (const row of rows) {
    if (top + ROW_HEIGHT > pdf.page.height - 2 * MARGIN) {
      pdf.addPage();
      top = drawRow(pdf, places, headers, MARGIN, 'Helvetica-Bold');
    }
    top = drawRow(pdf, places, row, top, 'Helvetica');
  }
}

function drawRow(pdf: Pdf, places: readonly Placed[], cells: readonly string[], top: number, font: string) {
  pdf.font(font).fontSize(8).fillColor(INK);
  for (const [index, { left, width, amount }] of places.entries()) {
    pdf.text(printable(cells[index] ?? ''), left, top + 5, {
      width: width - CELL_GAP,
      height: ROW_HEIGHT - 8,
      align: amount ? 'right' : 'left',
      lineBreak: false,
      ellipsis: true,
    });
  }
  const bottom = top + ROW_HEIGHT;
  pdf
    .moveTo(MARGIN, bottom)
    .lineTo(pdf.page.width - MARGIN, bottom)
    .lineWidth(0.5)
    .strokeColor(LINE)
    .stroke();
  return bottom;
}

function numberPages(pdf: Pdf, margin: number): void {
  const { count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    pdf.switchToPage(page);
    // Below the margin, where text would otherwise begin another page.
    pdf.page.margins.bottom = 0;
    pdf
      .font('Helvetica')
      .fontSize(8)
      .fillColor(MUTED)
      .text(`Page ${page + 1} of ${count}`, margin, pdf.page.height - margin, { lineBreak: false });
  }
}

/** The built-in fonts have the letters of Western Europe; another letter becomes a question mark. */
function printable(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[^\x20-\x7e\xa0-\xff\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u20ac]/gu, '?');
}
