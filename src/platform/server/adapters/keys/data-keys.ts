import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { present } from '#kernel/assert.ts';
import { type Config, ConfigError, parseDataKeys } from '../../runtime/config.ts';
import { DATA_KEY_BYTES, type DataKey } from '../../security/vault.ts';

/**
 * The data keys of the settings; without any, outside production, those of the file `DATA_DIR/data-keys`, which is
 * made with a new key when it is missing. Servers that share the database must share the keys.
 */
export function dataKeysOf({ dataKeys, dataDir }: Pick<Config, 'dataKeys' | 'dataDir'>): readonly DataKey[] {
  return dataKeys ?? keysInFile(resolve(dataDir, 'data-keys'));
}

function keysInFile(file: string): readonly DataKey[] {
  const text = read(file) ?? present(create(file), 'the new data key');
  const { keys, problem } = parseDataKeys(text.trim());
  if (problem) throw new ConfigError([`${file}: ${problem}`]);
  return keys;
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The file appears with its content in one step; of two processes that start at once, both use the first one's. */
function create(file: string): string | null {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `local:${randomBytes(DATA_KEY_BYTES).toString('base64')}\n`, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return read(file);
}
