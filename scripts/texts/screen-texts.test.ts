import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { screenTexts, textsOf } from './screen-texts.ts';
import { isTitleCased, titleCased } from './title-case.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** What operators read at the server, and the articles, which have a glossary of their own. */
const OTHER_READERS = /^src\/(platform\/server|app\/server)\/|^src\/features\/learn\/server\/library\//;
const texts = screenTexts(root).filter(({ file }) => !OTHER_READERS.test(file));

/** Values of the API and of the database, which are older than the rule. */
const STORED = ['cancelled'];

/** Documented texts, which stay as they are. */
const DOCUMENTED = [
  'Admin access required. Redirecting...',
  'You are logged out. Logging in again...',
  'Search properties, locations, yields...',
];

/** Of the terms that people have accepted, whose words never change. */
const ACCEPTED =
  'Money for an offering is held in escrow until the offering is funded, and comes back with its fee when it fails. A purchase can be cancelled within 48 hours while its money is in escrow. A resale is final.';

const unchanging = [...DOCUMENTED, ...STORED, ACCEPTED];

const [, section = ''] = readFileSync(path.join(root, 'docs/glossary.md'), 'utf8').split('## Not on screens');
const avoided = section
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (Not this|-)/.test(line))
  .flatMap((line) => (line.split('|')[1] ?? '').split(',').map((word) => word.trim()));

const found = (pattern: RegExp) =>
  texts
    .filter(({ text }) => pattern.test(text) && !unchanging.includes(text))
    .map(({ file, line, text }) => `${file}:${line} ${text}`);

test('the texts of a module are those between its tags, in its attributes and in its strings', () => {
  const source = `
    import { a } from 'not a text';
    export const Card = ({ many }: { many: 'not this one' }) => (
      <p className="mt-4 flex" title="Of the card" data-kind="no text">
        Shares{' '}
        {many > 1 ? \`\${many} shares left\` : 'One share left'}
      </p>
    );`;
  expect(textsOf('src/features/wallet/client/card.tsx', source)).toEqual([
    { slice: 'wallet', file: 'src/features/wallet/client/card.tsx', line: 4, text: 'Of the card' },
    { slice: 'wallet', file: 'src/features/wallet/client/card.tsx', line: 5, text: 'Shares' },
    { slice: 'wallet', file: 'src/features/wallet/client/card.tsx', line: 6, text: '{} shares left' },
    { slice: 'wallet', file: 'src/features/wallet/client/card.tsx', line: 6, text: 'One share left' },
  ]);
});

test('no text has a word that the glossary keeps from screens', () => {
  expect(texts.length).toBeGreaterThan(4_000);
  expect(avoided.length).toBeGreaterThan(30);
  expect(found(new RegExp(`(?<![\\w-])(${avoided.join('|')})(?![\\w-])`, 'i'))).toEqual([]);
});

test('texts are set as one: an ellipsis is one character, and no space stands before a comma or a period', () => {
  expect(found(/\.\.\.|\p{L} [,.;:!](\s|$)/u)).toEqual([]);
});

/** Names of states, and of the columns of forms of the IRS. */
const NAMES_OF_OTHERS = ['src/kernel/states.ts', 'src/features/tax/columns.rules.ts'];

test('a label in title case is found, but for names and what the specification quotes', () => {
  const found = ['Audit Log', 'Add to Cart', 'Submit a Form', 'City, State'].filter(isTitleCased);
  expect(found).toHaveLength(4);
  const right = [
    'Audit log',
    'Buy Shares: {} at {}',
    'Enable Auto-Invest',
    '1e Cost basis',
    'Open it in Settings.',
  ];
  expect(right.filter(isTitleCased)).toEqual([]);
});

test('labels are in sentence case', () => {
  const found = texts.filter(({ file, text }) => !NAMES_OF_OTHERS.includes(file) && isTitleCased(text));
  expect(found.map(({ file, line, text }) => `${file}:${line} ${text}`)).toEqual([]);
});

test('each text that may be in title case is on a screen or in a file', () => {
  expect(titleCased.filter((known) => !texts.some(({ text }) => text.includes(known)))).toEqual([]);
});
