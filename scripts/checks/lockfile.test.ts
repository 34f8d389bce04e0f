import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type LockedPackage = { version?: string; resolved?: string; optionalDependencies?: Record<string, string> };

const lock = readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8');
const packages: Record<string, LockedPackage> = JSON.parse(lock).packages;

describe('package-lock.json', () => {
  it('names the optional package of every platform, without which npm ci refuses the lock', () => {
    const folders = Object.keys(packages);
    const missing = Object.entries(packages).flatMap(([folder, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !folders.some((candidate) => candidate.endsWith(`node_modules/${name}`)))
        .map((name) => `${name}, wanted by ${folder}`),
    );
    expect(missing).toEqual([]);
  });

  it('names no registry, so that it installs from whichever one a computer uses', () => {
    expect(Object.values(packages).filter((entry) => entry.resolved)).toEqual([]);
  });
});
