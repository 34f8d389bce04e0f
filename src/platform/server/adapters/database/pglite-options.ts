import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';

/**
 * Options of each embedded database. The migrations need the extension. A start clears all buffers: with the usual
 * 128 MB it takes twice the time and 140 MB more of memory than with these, which hold the whole sample world.
 */
export const pgliteOptions = {
  extensions: { pg_trgm },
  startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'],
};

/** Options of a new cluster that is copied often: small log files. */
export const smallClusterOptions = {
  ...pgliteOptions,
  initDbStartParams: ['--wal-segsize=1'],
  postgresqlconf: ['min_wal_size=2MB'],
};

/** Removes the templates, of which no database is ever made here: they are two thirds of an empty cluster. */
export async function dropTemplates(client: PGlite): Promise<void> {
  await client.exec('update pg_database set datistemplate = false');
  for (const template of ['template0', 'template1']) await client.exec(`drop database ${template}`);
  await client.exec('checkpoint');
}
