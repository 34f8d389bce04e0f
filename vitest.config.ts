import { defineConfig } from 'vitest/config';
import { isRelease } from '#tests/support/sizes.ts';

const seconds = (atCommit: number) => (isRelease ? 12 * 3_600 : atCommit) * 1_000;

const onPostgres = {
  globalSetup: ['tests/support/postgres-global-setup.ts'],
  testTimeout: seconds(60),
  hookTimeout: seconds(60),
};

const suite = (name: string, options: object) => ({
  // The files of a worker share what they import: a third of the time went into importing it.
  test: { name, environment: 'node' as const, pool: 'forks' as const, isolate: false, ...options },
});

export default defineConfig({
  test: {
    // What one suite has transformed, those after it read.
    experimental: { fsModuleCache: true },
    // Left to itself vitest keeps a core for watching, which is half of a small machine.
    maxWorkers: '100%',
    projects: [
      suite('unit', {
        include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'db/**/*.test.ts'],
        testTimeout: seconds(20),
        hookTimeout: seconds(30),
      }),
      suite('race', { include: ['tests/race/**/*.test.ts'], ...onPostgres }),
      suite('model', { include: ['tests/model/**/*.test.ts'], ...onPostgres, testTimeout: seconds(600) }),
      suite('load', { include: ['tests/load/**/*.test.ts'], ...onPostgres, testTimeout: seconds(300) }),
      suite('faults', { include: ['tests/faults/**/*.test.ts'], ...onPostgres, testTimeout: seconds(400) }),
      suite('cluster', {
        include: ['tests/cluster/**/*.test.ts'],
        testTimeout: seconds(900),
        hookTimeout: seconds(600),
      }),
      suite('install', {
        include: ['tests/deployment/**/*.test.ts'],
        ...onPostgres,
        testTimeout: seconds(300),
        hookTimeout: seconds(900),
      }),
      suite('access', { include: ['tests/access/**/*.test.ts'], ...onPostgres }),
      suite('firefox', {
        include: ['tests/firefox/**/*.test.ts'],
        testTimeout: seconds(240),
        hookTimeout: seconds(300),
      }),
      suite('fuzz', { include: ['tests/fuzz/**/*.test.ts'], ...onPostgres, testTimeout: seconds(180) }),
    ],
  },
});
