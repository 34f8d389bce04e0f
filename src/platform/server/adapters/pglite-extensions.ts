import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';

/** What the migrations ask of Postgres beyond its core; PGlite has it only when it is opened with it. */
export const extensions = { pg_trgm };
