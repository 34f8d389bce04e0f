import { expect, test } from 'vitest';
import { archiveConfiguration, archivingSettings, judgeRestore, restoreOptions } from './archive.ts';

const archive = {
  repository: '/backup/repository',
  configuration: '/etc/pgbackrest.conf',
  scratch: '/var/scratch',
  database: { folder: '/data', port: 5_432, sockets: '/run' },
};

test('Postgres archives into what the configuration names', () => {
  expect(archiveConfiguration(archive)).toContain('repo1-path=/backup/repository\n');
  expect(archiveConfiguration(archive)).toContain('[commonhold]\npg1-path=/data\n');
  expect(archivingSettings(archive).archive_command).toBe(
    'pgbackrest --config=/etc/pgbackrest.conf --stanza=commonhold archive-push %p',
  );
});

test('a restore to a moment names it with its time zone, and opens the database afterwards', () => {
  const options = restoreOptions(archive, new Date('2026-11-25T10:00:00.250Z'));
  expect(options).toContain('--target=2026-11-25 10:00:00.250+00');
  expect(options).toContain('--target-action=promote');
  expect(options.at(-1)).toBe('restore');
});

test('a restore is judged by what was answered well before its moment, and well after', () => {
  const moment = new Date(10_000);
  const answered = [1_000, 8_000, 9_500, 10_500, 12_000, 13_000].map((atMs) => ({ key: String(atMs), atMs }));
  expect(judgeRestore(answered, new Set(['1000', '9500', '13000']), moment)).toEqual({
    before: 2,
    lost: 1,
    after: 2,
    unexpected: 1,
  });
});
