import { inflateSync } from 'node:zlib';

/** The text that a PDF of ours shows, drawing by drawing, as its viewer would show it. */
export function textOfPdf(bytes: Uint8Array): string {
  const file = Buffer.from(bytes).toString('latin1');
  const streams = [...file.matchAll(/\/Filter \/FlateDecode\s*>>\s*stream\n([\s\S]*?)\nendstream/g)];
  const drawings = streams.flatMap(([, packed = '']) => {
    const content = inflateSync(Buffer.from(packed, 'latin1')).toString('latin1');
    return [...content.matchAll(/\[([^\]]*)\] TJ/g)].map(([, parts = '']) =>
      [...parts.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1')),
    );
  });
  return drawings.map((parts) => parts.join('').trimEnd()).join('\n');
}
