import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create, replace } from 'tar';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { layOutCluster } from './new-cluster.ts';

let home: string;
let packed: string;
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'commonhold-cluster-'));
  packed = join(home, 'packed.tgz');
  const cluster = join(home, 'made');
  mkdirSync(join(cluster, 'base'), { recursive: true });
  writeFileSync(join(cluster, 'PG_VERSION'), '18');
  writeFileSync(
    join(cluster, 'base', '1'),
    Buffer.from(Array.from({ length: 50_000 }, () => Math.random() * 256)),
  );
  await create({ file: packed, cwd: cluster, gzip: true }, ['PG_VERSION', 'base']);
});
afterEach(() => rmSync(home, { recursive: true, maxRetries: 20, retryDelay: 50 }));

test('an archive that breaks off lays nothing out, and a whole one does afterwards', async () => {
  const folder = join(home, 'database');
  const whole = readFileSync(packed);
  writeFileSync(packed, whole.subarray(0, whole.length / 2));
  await expect(layOutCluster(folder, packed)).rejects.toThrow();
  expect(existsSync(folder)).toBe(false);

  writeFileSync(packed, whole);
  await layOutCluster(folder, packed);
  expect(readFileSync(join(folder, 'base', '1'))).toEqual(readFileSync(join(home, 'made', 'base', '1')));
});

test('where a file cannot be written nothing is laid out', async () => {
  const folder = join(home, 'database');
  const file = join(home, 'crossed.tar');
  mkdirSync(join(home, 'other', 'PG_VERSION'), { recursive: true });
  writeFileSync(join(home, 'other', 'PG_VERSION', 'beneath'), 'a file');
  await create({ file, cwd: join(home, 'made') }, ['PG_VERSION']);
  await replace({ file, cwd: join(home, 'other') }, ['PG_VERSION/beneath']);
  await expect(layOutCluster(folder, file)).rejects.toThrow();
  expect(existsSync(folder)).toBe(false);
});

test('a draft that a killed start left is removed, and a database that is there stays', async () => {
  const folder = join(home, 'database');
  mkdirSync(`${folder}.draft-left`);
  writeFileSync(join(`${folder}.draft-left`, 'half'), 'left');
  await layOutCluster(folder, packed);
  expect(readdirSync(home).filter((name) => name.startsWith('database'))).toEqual(['database']);
  expect(readdirSync(folder).sort()).toEqual(['PG_VERSION', 'base']);

  writeFileSync(join(folder, 'PG_VERSION'), 'its own');
  await layOutCluster(folder, packed);
  expect(readFileSync(join(folder, 'PG_VERSION'), 'utf8')).toBe('its own');
});
