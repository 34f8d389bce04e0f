import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

/** A function, constant or class at the top level of a file, with its text. */
export interface Declaration {
  name: string;
  isExported: boolean;
  text: string;
}

export interface Source {
  /** Below the root: "src/kernel/money.ts". */
  file: string;
  text: string;
  declarations: readonly Declaration[];
}

function declarationsOf(text: string): Declaration[] {
  const starts = [
    ...text.matchAll(
      /^(export )?(?:default )?(?:async )?(?:function\*?|const|let|class|interface|type) (\w+)/gm,
    ),
  ];
  return starts.map((start, at) => ({
    name: start[2] ?? '',
    isExported: start[1] !== undefined,
    text: text.slice(start.index, starts[at + 1]?.index),
  }));
}

/** The server's part of every slice, without its tests. */
export function serverSources(): Source[] {
  const features = path.join(root, 'src/features');
  return readdirSync(features, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\/server\/.*(?<!\.test)\.ts$/.test(file))
    .map((file) => {
      const text = readFileSync(path.join(features, file), 'utf8');
      return { file: `src/features/${file}`, text, declarations: declarationsOf(text) };
    });
}

interface DefinedCommand {
  name: string;
  file: string;
  declaration: Declaration;
}

/** Every command of the slices with the place that defines it, each registered by its module. */
export async function definedCommands(sources: readonly Source[]): Promise<DefinedCommand[]> {
  const found = sources.flatMap(({ file, declarations }) =>
    declarations.flatMap((declaration) => {
      const name = commandNameOf(declaration);
      return name === null ? [] : [{ name, file, declaration }];
    }),
  );
  for (const { file } of found) await import(path.join(root, file));
  return found;
}

/** The name of the command that a declaration defines: `resale.buyShares`. */
function commandNameOf({ text }: Declaration): string | null {
  return /\w+Command(?:<[^(]*>)?\(\s*(?:\{\s*name: )?'(\w+\.\w+)'/.exec(text)?.[1] ?? null;
}

/** The names that a file gets from others of the slices, with the file and the name there. */
function importsOf({ file, text }: Source): Map<string, { file: string; name: string }> {
  const pairs = [...text.matchAll(/^(?:import|export) \{([^}]*)\} from '([^']+)'/gm)].flatMap(
    ([, list = '', from = '']) =>
      list
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '' && !part.startsWith('type '))
        .map((part) => {
          const [name = '', local = name] = part.split(' as ');
          return [local, { file: placeOf(file, from), name }] as const;
        }),
  );
  return new Map(pairs);
}

const placeOf = (importer: string, from: string) =>
  from.startsWith('#') ? `src/${from.slice(1)}` : path.join(path.dirname(importer), from);

/**
 * The declarations that lead to one of some functions, each as "file name", through whatever they call or mention.
 * What a handler does about their events is not followed.
 */
export function leadingTo(functions: readonly string[], sources: readonly Source[]): Set<string> {
  const found = new Set(functions);
  const known = sources.map((source) => ({ source, imports: importsOf(source) }));
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const { source, imports } of known) {
      const { file, declarations } = source;
      for (const [local, from] of imports)
        if (found.has(`${from.file} ${from.name}`)) found.add(`${file} ${local}`);
      for (const { name, text } of declarations) {
        const mentioned = text.match(/\w+/g) ?? [];
        if (mentioned.some((word) => word !== name && found.has(`${file} ${word}`)))
          found.add(`${file} ${name}`);
      }
    }
  }
  return found;
}
