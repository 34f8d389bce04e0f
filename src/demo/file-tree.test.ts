import { PGlite } from '@electric-sql/pglite';
import { type ChangeSet, MemfsFrontendFS, type StorageBackend } from '@electric-sql/pglite/memfs-frontend';
import { expect, test } from 'vitest';
import { applyChanges, type FileTree, filesOfTar } from './file-tree.ts';

const bytes = (...all: number[]) => new Uint8Array(all);
const saved = (changes: Partial<ChangeSet['files']>, ops: ChangeSet['ops'] = []): ChangeSet => ({
  ops,
  files: { wal: [], data: [], control: [], ...changes },
});

/** Files as they would lie in the browser: every save is copied, as storage does. */
function storageOf(base: FileTree): StorageBackend & { saves: ChangeSet[] } {
  const saves: ChangeSet[] = [];
  return {
    saves,
    init: async () => undefined,
    async *load() {
      const files = structuredClone(base);
      for (const save of saves) applyChanges(files, structuredClone(save));
      for (const [path, data] of files) yield data ? { kind: 'file', path, data } : { kind: 'dir', path };
    },
    apply: async (changes) => void saves.push(structuredClone(changes)),
    close: async () => undefined,
  };
}

test('a database laid out from an archive has every acknowledged row after its tab is killed', async () => {
  const origin = await PGlite.create();
  await origin.exec('create table purchases (id int primary key, note text); checkpoint');
  const archive = await (await origin.dumpDataDir('none')).arrayBuffer();
  await origin.close();
  const storage = storageOf(filesOfTar(archive));

  const first = await PGlite.create({ fs: new MemfsFrontendFS(storage) });
  for (const round of [1, 2, 3]) {
    await first.query(
      'insert into purchases select n, repeat($1, 4000) from generate_series($2::int, $3::int) n',
      ['x', round * 100, round * 100 + 99],
    );
    if (round === 2) await first.exec('vacuum full purchases');
    if (round === 2) await first.exec('checkpoint');
    await first.syncToFs();
  }
  const second = await PGlite.create({ fs: new MemfsFrontendFS(storage) });
  const { rows } = await second.query(
    'select count(*)::int as held, min(length(note)) as shortest from purchases',
  );
  expect(rows).toEqual([{ held: 300, shortest: 4000 }]);
  await second.close();
});

test('a save writes into a file, grows it, cuts it and replaces it', () => {
  const files: FileTree = new Map([['/a', bytes(1, 2, 3, 4)]]);
  const write = { path: '/a', full: false, truncate: false };
  applyChanges(files, saved({ data: [{ ...write, size: 4, chunks: [{ at: 1, data: bytes(9) }] }] }));
  expect(files.get('/a')).toEqual(bytes(1, 9, 3, 4));
  applyChanges(files, saved({ data: [{ ...write, size: 6, chunks: [{ at: 5, data: bytes(7) }] }] }));
  expect(files.get('/a')).toEqual(bytes(1, 9, 3, 4, 0, 7));
  applyChanges(files, saved({ data: [{ ...write, size: 2, truncate: true, chunks: [] }] }));
  expect(files.get('/a')).toEqual(bytes(1, 9));
  applyChanges(
    files,
    saved({ wal: [{ ...write, size: 1, full: true, chunks: [{ at: 0, data: bytes(5) }] }] }),
  );
  expect(files.get('/a')).toEqual(bytes(5));
});

test('removing a folder removes what is in it and nothing beside it', () => {
  const files: FileTree = new Map([
    ['/base', null],
    ['/base/1', bytes(1)],
    ['/base2', bytes(2)],
  ]);
  applyChanges(files, saved({}, [{ op: 'remove', path: '/base' }]));
  expect([...files.keys()]).toEqual(['/base2']);
});
