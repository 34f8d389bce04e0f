import { deflateRawSync } from 'node:zlib';

export interface ZipFile {
  name: string;
  content: Uint8Array | string;
  /** Unpacked size by the directory, where that is a lie. */
  claimed?: number;
}

const bytesOf = (content: Uint8Array | string) => Buffer.from(content as string);

function header(signature: number, fields: readonly [bytes: 2 | 4, value: number][]): Buffer {
  const head = Buffer.alloc(4 + fields.reduce((sum, [bytes]) => sum + bytes, 0));
  head.writeUInt32LE(signature);
  let at = 4;
  for (const [bytes, value] of fields) at = head.writeUIntLE(value, at, bytes);
  return head;
}

/** An archive of these files, as office programs write it. */
export function zipOf(files: readonly ZipFile[]): Uint8Array {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content, claimed } of files) {
    const packed = deflateRawSync(bytesOf(content));
    const size = claimed ?? bytesOf(content).length;
    const common: [2 | 4, number][] = [
      ...([
        [2, 20],
        [2, 0],
        [2, 8],
        [2, 0],
        [2, 0],
        [4, 0],
      ] as [2 | 4, number][]),
      ...([
        [4, packed.length],
        [4, size],
        [2, Buffer.byteLength(name)],
        [2, 0],
      ] as [2 | 4, number][]),
    ];
    const local = Buffer.concat([header(0x04034b50, common), Buffer.from(name), packed]);
    directory.push(
      header(0x02014b50, [[2, 20], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, at]]),
      Buffer.from(name),
    );
    parts.push(local);
    at += local.length;
  }
  const index = Buffer.concat(directory);
  const counts: [2 | 4, number][] = [
    [2, 0],
    [2, 0],
    [2, files.length],
    [2, files.length],
  ];
  return Buffer.concat([
    ...parts,
    index,
    header(0x06054b50, [...counts, [4, index.length], [4, at], [2, 0]]),
  ]);
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = {
  docx: [
    'word/document.xml',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  ],
  xlsx: ['xl/workbook.xml', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'],
} as const;

/** The part that lists what a package points to. */
export function relationshipsOf(...all: { type: string; target: string; external?: boolean }[]): string {
  const each = all.map(
    ({ type, target, external }, index) =>
      `<Relationship Id="rId${index + 1}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"${external ? ' TargetMode="External"' : ''}/>`,
  );
  return `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each.join('')}</Relationships>`;
}

interface OfficeFile {
  as?: keyof typeof MAIN;
  /** Instead of the main part's own content type. */
  mainType?: string;
  /** The main part's name, and the name that the list of types has for it where that differs. */
  main?: string;
  listedAs?: string;
  content?: string;
  more?: readonly ZipFile[];
}

/** A Word or Excel file with a sentence or a sheet in it. */
export function anOfficeFile({ as = 'docx', mainType, content, more = [], ...named }: OfficeFile = {}) {
  const [usualMain, type] = MAIN[as];
  const { main = usualMain, listedAs = main } = named;
  const body =
    as === 'docx'
      ? `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Rents</w:t></w:r></w:p></w:body></w:document>`
      : `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheets/></workbook>`;
  return zipOf([
    {
      name: '[Content_Types].xml',
      content: `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/${listedAs}" ContentType="${mainType ?? type}"/></Types>`,
    },
    { name: '_rels/.rels', content: relationshipsOf({ type: 'officeDocument', target: main }) },
    { name: main, content: XML + (content ?? body) },
    ...more,
  ]);
}

const SECTOR = 512;
const END = 0xfffffffe;
const FREE = 0xffffffff;

/** A compound file of streams of 4096 bytes or more, as Word and Excel wrote them before 2007, and of empty storages. */
export function aCompoundFile(
  streams: Record<string, Uint8Array>,
  storages: readonly string[] = [],
): Uint8Array {
  const names = [...Object.keys(streams), ...storages];
  const directorySectors = Math.ceil((names.length + 1) / 4);
  const directory = Buffer.alloc(directorySectors * SECTOR);
  const table: number[] = [0xfffffffd];
  for (let index = 1; index <= directorySectors; index += 1)
    table.push(index < directorySectors ? index + 1 : END);
  const contents: Buffer[] = [];
  const write = (at: number, name: string, type: number, start: number, size: number) => {
    directory.write(`${name}\0`, at, 'utf16le');
    directory.writeUInt16LE(2 * name.length + 2, at + 64);
    directory.writeUInt8(type, at + 66);
    directory.writeUInt32LE(start, at + 116);
    directory.writeUInt32LE(size, at + 120);
  };
  write(0, 'Root Entry', 5, END, 0);
  for (const [index, name] of names.entries()) {
    const content = streams[name];
    const start = table.length;
    write((index + 1) * 128, name, content ? 2 : 1, content ? start : 0, content?.length ?? 0);
    const sectors = Math.ceil((content?.length ?? 0) / SECTOR);
    for (let sector = 1; sector <= sectors; sector += 1) table.push(sector < sectors ? start + sector : END);
    contents.push(
      Buffer.concat([content ?? Buffer.alloc(0), Buffer.alloc(sectors * SECTOR - (content?.length ?? 0))]),
    );
  }
  const head = Buffer.alloc(SECTOR);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(head);
  head.writeUInt16LE(9, 30);
  head.writeUInt16LE(6, 32);
  head.writeUInt32LE(1, 44);
  head.writeUInt32LE(1, 48);
  head.writeUInt32LE(4096, 56);
  head.writeUInt32LE(END, 60);
  head.writeUInt32LE(END, 68);
  for (let index = 0; index < 109; index += 1) head.writeUInt32LE(index === 0 ? 0 : FREE, 76 + 4 * index);
  const sectorTable = Buffer.alloc(SECTOR, 0xff);
  for (const [index, next] of table.entries()) sectorTable.writeUInt32LE(next, 4 * index);
  return Buffer.concat([head, sectorTable, directory, ...contents]);
}

/** The main stream of a Word document from before 2007, as far as a judge reads it. */
export function aTextStream({ encrypted = false } = {}): Uint8Array {
  const stream = Buffer.alloc(4096);
  stream.writeUInt16LE(0xa5ec);
  stream.writeUInt16LE(encrypted ? 0x0100 : 0, 10);
  return stream;
}

/** The main stream of a workbook from before 2007, with a sheet of a kind: 0 for a sheet, 1 for macros of Excel 4. */
export function aBookStream({ kind = 0, encrypted = false } = {}): Uint8Array {
  const record = (type: number, content: number[]) =>
    Buffer.from([type & 0xff, type >> 8, content.length, 0, ...content]);
  const records = Buffer.concat([
    record(0x0809, [0, 6, 5, 0, 0, 0, 0, 0]),
    ...(encrypted ? [record(0x002f, [0, 0])] : []),
    record(0x0085, [0, 0, 0, 0, 0, kind, 1, 0, 65]),
    record(0x000a, []),
  ]);
  return Buffer.concat([records, Buffer.alloc(4096 - records.length)]);
}
