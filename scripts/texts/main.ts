import path from 'node:path';
import { screenTexts } from './screen-texts.ts';

// `npm run texts -- wallet resale`: what people read of these slices, of all without names.
const names = process.argv.slice(2);
const texts = screenTexts(path.resolve(import.meta.dirname, '../..'));
const slices = [...new Set(texts.map(({ slice }) => slice))];
const unknown = names.filter((name) => !slices.includes(name));
if (unknown.length > 0) {
  console.error(`There is no slice or folder ${unknown.join(', ')}. There are: ${slices.join(', ')}.`);
  process.exit(2);
}
const lines: string[] = [];
let last = '';
for (const { slice, file, line, text } of texts) {
  if (names.length > 0 && !names.includes(slice)) continue;
  if (file !== last) lines.push('', file);
  last = file;
  lines.push(`${String(line).padStart(5)}  ${text}`);
}
process.stdout.write(`${lines.join('\n')}\n`);
