import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { folderArrows, levels, ownModules } from './check-imports.mjs';

const projectRoot = path.resolve(import.meta.dirname, '../..');
const isTest = (source) => /\.test\.tsx?$/.test(source);
const titles = { rooms: 'The sources', slices: 'The slices', serverRooms: 'The platform of the server' };

/** Files, lines and imports of each folder of a level, by folder. */
function foldersOf({ modules, root }, level) {
  const arrows = folderArrows(modules, level);
  const folders = new Map();
  for (const { source } of modules) {
    const name = source.match(level)?.[0];
    if (!name) continue;
    const folder = folders.get(name) ?? {
      files: 0,
      lines: 0,
      testLines: 0,
      imports: arrows.get(name) ?? new Set(),
    };
    const lines = fs.readFileSync(path.join(root, source), 'utf8').split('\n').length - 1;
    if (isTest(source)) folder.testLines += lines;
    else Object.assign(folder, { files: folder.files + 1, lines: folder.lines + lines });
    folders.set(name, folder);
  }
  return folders;
}

/** The folders in an order in which each imports later ones only; none is left out, because there are no cycles. */
function fromTheTop(folders) {
  const order = [];
  const visit = (name) => {
    if (order.includes(name)) return;
    for (const next of [...folders.get(name).imports].sort()) visit(next);
    order.push(name);
  };
  for (const name of [...folders.keys()].sort()) visit(name);
  return order.reverse();
}

function tableOf(before, now) {
  const short = (name) => name.replace(/^src\/(features\/|platform\/server\/)?/, '');
  const count = (value) => (value === undefined ? '' : value.toLocaleString('en-US'));
  const rows = fromTheTop(now).map((name) => {
    const { files, lines, testLines, imports } = now.get(name);
    const was = before.get(name);
    const figures = [was?.files, was?.lines, files, lines, testLines].map(count);
    return `| ${[short(name), ...figures, [...imports].map(short).sort().join(', ')].join(' | ')} |`;
  });
  const gone = [...before.keys()].filter((name) => !now.has(name)).map(short);
  return [
    '| Folder | Files before | Lines before | Files | Lines | Lines of tests | Imports |',
    '| --- | --: | --: | --: | --: | --: | --- |',
    ...rows,
    ...(gone.length > 0 ? ['', `No longer there: ${gone.sort().join(', ')}.`] : []),
  ].join('\n');
}

const git = (...args) => execFileSync('git', args, { cwd: projectRoot, maxBuffer: 2 ** 30 });

/** The modules of an earlier commit, read from a copy of it. */
async function withCommit(commit, use) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'commonhold-structure-'));
  try {
    const archive = path.join(root, 'commit.tar');
    fs.writeFileSync(archive, git('archive', commit, 'src', 'db', 'scripts', 'tests', 'package.json'));
    execFileSync('tar', ['-xf', archive, '-C', root]);
    return await use({ root, modules: await ownModules(root) });
  } finally {
    fs.rmSync(root, { recursive: true, force: true });
  }
}

const [commit] = process.argv.slice(2);
if (!commit) throw new Error('Name the commit to compare with: npm run structure -- COMMIT');
const dayOf = (name) => git('show', '-s', '--format=%cs', name).toString().trim();
const now = { root: projectRoot, modules: await ownModules(projectRoot) };
const sections = await withCommit(commit, (before) =>
  Object.entries(levels).map(
    ([name, level]) => `## ${titles[name]}\n\n${tableOf(foldersOf(before, level), foldersOf(now, level))}`,
  ),
);
const intro = [
  '# Structure',
  `The folders as of ${dayOf('HEAD')}, beside those of ${commit} of ${dayOf(commit)}.`,
  'Each folder imports only folders in rows below its own: there are no cycles, which `npm run check` holds. Tests are counted apart, and their imports are left out, as is the type of the router that the browser imports.',
];
console.log([...intro, ...sections].join('\n\n'));
