import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

describe('docs/dependencies.md', () => {
  it('gives a reason for every package that is asked for, and for no other', () => {
    const asked = ['package.json', 'scripts/bench/lighthouse/package.json'].flatMap((file) => {
      const { dependencies, devDependencies } = JSON.parse(read(file));
      return Object.keys({ ...dependencies, ...devDependencies });
    });
    const explained = [...read('docs/dependencies.md').matchAll(/^\| ([a-z@]\S*) +\| \S/gm)].map(
      (row) => row[1],
    );
    const packages = explained.filter((name) => name !== 'package');
    expect(packages.sort()).toEqual(asked.sort());
  });
});
