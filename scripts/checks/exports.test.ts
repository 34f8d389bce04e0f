import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const texts = new Map(
  ['src', 'db', 'scripts', 'tests']
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        path.join(folder, file),
      ),
    )
    .concat('vite.config.ts')
    .filter((file) => /\.(tsx?|mjs)$/.test(file) && !/\.d\.ts$|routeTree/.test(file))
    .map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
);

const nameAs = (part: string, side: 'here' | 'there') => {
  const [first = '', second = first] = part
    .trim()
    .replace(/^type /, '')
    .split(' as ');
  return side === 'there' ? first : second;
};
const namesOf = (list: string, side: 'here' | 'there') =>
  list
    .split(',')
    .filter((part) => part.trim() !== '')
    .map((part) => nameAs(part, side));

/** The file of an import of our own; null for a package. */
function fileOf(importer: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return path.join(path.dirname(importer), specifier);
  if (/^#(db|tests)\//.test(specifier)) return specifier.slice(1);
  return specifier.startsWith('#') ? `src/${specifier.slice(1)}` : null;
}

interface Taken {
  names: readonly string[];
  from: string | null;
  /** The importer offers the names again, under these: an import of them is what counts. */
  offeredAs?: readonly string[];
}

/** What a file takes from others. A namespace or a dynamic import takes every name that the file's text has. */
function takenBy(file: string, text: string): Taken[] {
  const named = [...text.matchAll(/^import (?:type )?(?:\w+, )?\{([^}]*)\} from '([^']+)'/gm)].map(
    ([, list = '', from = '']) => ({ names: namesOf(list, 'there'), from: fileOf(file, from) }),
  );
  const again = [...text.matchAll(/^export (?:type )?\{([^}]*)\} from '([^']+)'/gm)].map(
    ([, list = '', from = '']) => ({
      names: namesOf(list, 'there'),
      from: fileOf(file, from),
      offeredAs: namesOf(list, 'here'),
    }),
  );
  const whole = [...text.matchAll(/(?:^import \* as \w+ from |\bimport\()\s*'([^']+)'/gm)].map(
    ([, from = '']) => ({ names: text.match(/\w+/g) ?? [], from: fileOf(file, from) }),
  );
  return [...named, ...again, ...whole];
}

function exportsOf(text: string): string[] {
  const declared = [
    ...text.matchAll(
      /^export (?:declare |async |abstract )*(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm,
    ),
  ].map(([, name = '']) => name);
  const listed = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list = '']) =>
    namesOf(list, 'here'),
  );
  return [...declared, ...listed];
}

/** Exported names that nothing uses, neither another file nor their own, as "file name". */
function unusedExports(): string[] {
  const used = new Set<string>();
  const again: { key: string; offered: string }[] = [];
  for (const [file, text] of texts) {
    for (const { names, from, offeredAs } of takenBy(file, text)) {
      names.forEach((name, index) => {
        const key = `${from} ${name}`;
        if (offeredAs) again.push({ key, offered: `${file} ${offeredAs[index]}` });
        else used.add(key);
      });
    }
  }
  for (let size = -1; size !== used.size; ) {
    size = used.size;
    for (const { key, offered } of again) if (used.has(offered)) used.add(key);
  }
  return [...texts].flatMap(([file, text]) =>
    exportsOf(text)
      .filter((name) => !used.has(`${file} ${name}`) && text.split(new RegExp(`\\b${name}\\b`)).length === 2)
      .map((name) => `${file} ${name}`),
  );
}

/** Exports that this check cannot see used. */
const USED_UNSEEN = [
  /^db\/schema\/\S+ \w+$/, // drizzle-kit makes the migrations from all tables; some are written by SQL only
  /^src\/app\/browser\/home\/member-home\.tsx MemberHome$/, // imported by a function that hands the module on
  /^src\/app\/browser\/routes\/\S+ Route$/, // the router's list of routes, which is generated
  /^scripts\/build\/inline-assets-hook\.mjs load$/, // Node, as a module hook
];

test('nothing is exported that nothing uses', () => {
  expect(texts.size).toBeGreaterThan(1_500);
  expect(unusedExports().filter((key) => !USED_UNSEEN.some((pattern) => pattern.test(key)))).toEqual([]);
});
