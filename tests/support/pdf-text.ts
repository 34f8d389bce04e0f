import { getDocument, OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The text that a PDF of ours shows, line by line, as its viewer would show it. */
export const textOfPdf = async (bytes: Uint8Array): Promise<string> => (await pagesOfPdf(bytes)).join('\n');

/** What a function reads from each page of a PDF. */
async function readPages<Result>(
  bytes: Uint8Array,
  read: (page: PDFPageProxy) => Promise<Result>,
): Promise<Result[]> {
  const task = getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 });
  const document = await task.promise;
  const found: Result[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    found.push(await read(await document.getPage(number)));
  }
  await task.destroy();
  return found;
}

/** The text of a PDF, page by page. */
export const pagesOfPdf = (bytes: Uint8Array): Promise<string[]> =>
  readPages(bytes, async (page) => {
    const { items } = await page.getTextContent();
    const lines: string[] = [];
    let line = '';
    for (const item of items) {
      if (!('str' in item)) continue;
      line += item.str;
      if (item.hasEOL) {
        lines.push(line);
        line = '';
      }
    }
    if (line) lines.push(line);
    return lines.join('\n');
  });

interface DrawnText {
  font: string;
  /** In points, as is the distance from the lower edge of its page. */
  size: number;
  y: number;
}

/** How the texts of a PDF are drawn. */
export const drawnTextsOfPdf = async (bytes: Uint8Array): Promise<Map<string, DrawnText>> => {
  const pages = await readPages(bytes, async (page) => {
    const { items } = await page.getTextContent();
    return items.flatMap((item) =>
      'str' in item
        ? [[item.str, { font: item.fontName, size: item.transform[3], y: item.transform[5] }] as const]
        : [],
    );
  });
  return new Map(pages.flat());
};

/** The texts of a PDF as numbers of glyphs of its fonts, in the order in which they are drawn. */
export const glyphsOfPdf = async (bytes: Uint8Array): Promise<number[][]> => {
  const pages = await readPages(bytes, async (page) => {
    const { fnArray, argsArray } = await page.getOperatorList();
    return fnArray.flatMap((name, at): number[][] => {
      if (name !== OPS.showText) return [];
      const drawn: readonly (number | { originalCharCode: number })[] = argsArray[at][0];
      return [drawn.flatMap((one) => (typeof one === 'number' ? [] : [one.originalCharCode]))];
    });
  });
  return pages.flat();
};

/** The widths of the rules of a PDF in points, in the order in which they are drawn. */
export const rulesOfPdf = async (bytes: Uint8Array): Promise<number[]> => {
  const pages = await readPages(bytes, async (page) => {
    const { fnArray, argsArray } = await page.getOperatorList();
    return fnArray.flatMap((name, at): number[] => (name === OPS.setLineWidth ? argsArray[at] : []));
  });
  return pages.flat();
};

/** The kinds of parts that the first page of a PDF is tagged with, in the order in which they are read. */
export async function tagsOfPdf(bytes: Uint8Array): Promise<string[]> {
  const task = getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 });
  const page = await (await task.promise).getPage(1);
  const tags: string[] = [];
  const visit = (node: { role?: string; children?: unknown[] }) => {
    if (node.role) tags.push(node.role);
    for (const child of node.children ?? []) visit(child as typeof node);
  };
  visit(((await page.getStructTree()) ?? {}) as Parameters<typeof visit>[0]);
  await task.destroy();
  return tags;
}

/** Of each page the distance in points from its lower edge to its lowest text, the page number left out. */
export const lowestTextOfPdf = (bytes: Uint8Array): Promise<number[]> =>
  readPages(bytes, async (page) => {
    const { items } = await page.getTextContent();
    const heights = items.map((item) =>
      'str' in item && item.str.trim() !== '' && !item.str.startsWith('Page ') ? item.transform[5] : Infinity,
    );
    return Math.min(...heights);
  });

/** A filled rectangle: its upper left corner, in points from that of its page, and its size. */
export interface FilledRectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Numbers of a rectangle in a path of pdfjs: the kind and end of each step to a corner, and the kind of the last one. */
const RECTANGLE_NUMBERS = 13;

/** The rectangles that a PDF of ours fills with black. */
export async function blackRectanglesOfPdf(bytes: Uint8Array): Promise<FilledRectangle[]> {
  const pages = await readPages(bytes, async (page) => {
    const { fnArray, argsArray } = await page.getOperatorList();
    let color = '';
    return fnArray.flatMap((name, at): FilledRectangle[] => {
      if (name === OPS.setFillRGBColor) color = argsArray[at][0];
      if (name !== OPS.constructPath || argsArray[at][0] !== OPS.fill || color !== '#000000') return [];
      const path: ArrayLike<number> = argsArray[at][1][0];
      return Array.from({ length: path.length / RECTANGLE_NUMBERS }, (_, nth) => {
        const start = nth * RECTANGLE_NUMBERS;
        const [x, y] = [path[start + 1] ?? 0, path[start + 2] ?? 0];
        const [right, bottom] = [path[start + 7] ?? 0, path[start + 8] ?? 0];
        return { x, y, width: right - x, height: bottom - y };
      });
    });
  });
  return pages.flat();
}
