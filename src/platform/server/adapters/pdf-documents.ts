import PdfDocument from 'pdfkit';
import { PRODUCT_NAME } from '#kernel/product.ts';
import type { Documents, TableColumn, TableDocument } from '../ports/documents.ts';

const MARGIN = 36;
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
    async table(document) {
      const pdf = new PdfDocument({
        size: 'LETTER',
        layout: 'landscape',
        margin: MARGIN,
        bufferPages: true,
        info: { Title: document.title, Creator: PRODUCT_NAME },
      });
      const done = bytesOf(pdf);
      drawHead(pdf, document);
      drawTable(pdf, document);
      numberPages(pdf);
      pdf.end();
      return done;
    },
  };
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

function numberPages(pdf: Pdf): void {
  const { count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    pdf.switchToPage(page);
    // Below the margin, where text would otherwise begin another page.
    pdf.page.margins.bottom = 0;
    pdf
      .font('Helvetica')
      .fontSize(8)
      .fillColor(MUTED)
      .text(`Page ${page + 1} of ${count}`, MARGIN, pdf.page.height - MARGIN, { lineBreak: false });
  }
}

/** The built-in fonts have the letters of Western Europe; another letter becomes a question mark. */
function printable(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[^\x20-\x7e\xa0-\xff\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u20ac]/gu, '?');
}
