import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';
import config from '../../.dependency-cruiser.mjs';

const projectRoot = path.resolve(import.meta.dirname, '../..');
const sources = ['src', 'db', 'scripts', 'tests'];

/** Folders between which there must be no cycle, by how their paths begin. */
export const levels = {
  rooms: /^(src\/(?:app|platform)\/[^/]+|src\/[^/]+|db)(?=\/)/,
  slices: /^src\/features\/[^/]+/,
  serverRooms: /^src\/platform\/server\/[^/]+(?=\/)/,
};

export const ruleNames = [...config.forbidden.map((rule) => rule.name), 'no-folder-cycles'];

/** Every broken import rule below a folder; a folder in which nothing can be read is an error, not a pass. */
export async function checkImports(folder) {
  const own = await ownModules(folder);
  const cycles = Object.values(levels).flatMap((level) => folderCycles(own, level));
  return { modules: own.length, violations: [...brokenRules(own), ...cycles] };
}

/** Our own modules below a folder, each with its imports. */
export async function ownModules(folder) {
  const present = sources.filter((name) => fs.existsSync(path.join(folder, name)));
  const modules = present.length ? await readModules(folder, present) : [];
  const own = modules.filter((module) => sources.some((name) => module.source.startsWith(`${name}/`)));
  if (own.length === 0) throw new Error(`No module was read in ${folder}: the import rules checked nothing.`);
  return own;
}

async function readModules(folder, present) {
  const { output } = await cruise(
    present,
    { ...config.options, ruleSet: { forbidden: config.forbidden }, validate: true, baseDir: folder },
    config.options.enhancedResolveOptions,
  );
  return output.modules;
}

function brokenRules(modules) {
  return modules.flatMap(({ source, dependencies }) =>
    dependencies.flatMap(({ resolved, module, rules = [] }) =>
      rules.map(({ name }) => ({ rule: name, from: source, to: resolved ?? module })),
    ),
  );
}

function folderCycles(modules, level) {
  const arrows = folderArrows(modules, level);
  return [...arrows.keys()].flatMap((start) => {
    const way = wayBack(start, arrows);
    // Each cycle is reported once, from the folder that sorts first.
    if (!way || way.some((folder) => folder < start)) return [];
    return [{ rule: 'no-folder-cycles', from: start, to: way.slice(1).join(' → ') }];
  });
}

/** Imports between the folders of a level, without those of tests: by folder, the folders that it imports. */
export function folderArrows(modules, level) {
  const arrows = new Map();
  for (const { source, dependencies } of modules) {
    const from = source.match(level)?.[0];
    if (!from || /\.test\.tsx?$/.test(source)) continue;
    for (const { resolved } of dependencies) {
      const to = resolved.match(level)?.[0];
      if (!to || to === from || isTypeGate(source, resolved)) continue;
      arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
    }
  }
  return arrows;
}

function wayBack(start, arrows) {
  const queue = [[start]];
  const seen = new Set();
  for (const way of queue) {
    for (const next of arrows.get(way.at(-1)) ?? []) {
      if (next === start) return [...way, start];
      if (!seen.has(next)) queue.push([...way, next]);
      seen.add(next);
    }
  }
  return undefined;
}

function isTypeGate(from, to) {
  return from === 'src/platform/browser/trpc.ts' && to === 'src/app/server/app-router.ts';
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { modules, violations } = await checkImports(path.resolve(process.argv[2] ?? projectRoot));
  for (const { rule, from, to } of violations) console.error(`${rule}: ${from} → ${to}`);
  console.log(`${modules} modules, ${violations.length} broken import rules`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}
