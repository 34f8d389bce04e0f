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
