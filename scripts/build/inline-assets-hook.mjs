import { readFile } from 'node:fs/promises';

const mediaTypes = { ttf: 'font/ttf' };
const INLINE = /\.(\w+)\?inline$/;

export async function load(url, context, next) {
  const mediaType = mediaTypes[INLINE.exec(url)?.[1]];
  if (!mediaType) return next(url, context);
  const content = await readFile(new URL(url));
  const source = `export default 'data:${mediaType};base64,${content.toString('base64')}';`;
  return { format: 'module', source, shortCircuit: true };
}
