import { expect, test } from 'vitest';
import { howToInstall } from './packages.ts';

test('what is missing is said of the program that needs it', () => {
  const [first, ...others] = howToInstall('The drill', ['pgbackrest']).split('\n');
  expect(first).toBe('The drill needs Debian packages that are not installed: pgbackrest. As root:');
  expect(others.join('\n')).toContain('apt-get install --no-install-recommends pgbackrest');
  expect(others.join('\n')).not.toContain('cluster');
});
