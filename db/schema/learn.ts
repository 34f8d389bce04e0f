import { type SQL, sql } from 'drizzle-orm';
import { customType, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

const searchVector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** The stems of a column's words, which find other forms of them, and the words themselves, which find their beginnings. */
const weighted = (column: string, weight: string): SQL =>
  sql.raw(
    `setweight(to_tsvector('english', "${column}") || to_tsvector('simple', "${column}"), '${weight}')`,
  );

/** Articles of the public library. */
export const articles = pgTable(
  'articles',
  {
    /** Time-ordered: within a category the library shows them in the order in which they were written. */
    id: text('id').primaryKey(),
    slug: text('slug').notNull(),
    title: text('title').notNull(),
    summary: text('summary').notNull(),
    category: text('category', {
      enum: ['basics', 'fees', 'income', 'risks', 'taxes', 'glossary'],
    }).notNull(),
    /** Markdown, as it was written. */
    body: text('body').notNull(),
    readingMinutes: integer('reading_minutes').notNull(),
    status: text('status', { enum: ['draft', 'published'] }).notNull(),
    /** Counts the saves, so that one editor cannot overwrite another unseen. */
    version: integer('version').notNull(),
    /** Of a built-in article that no author has saved: the digest of its text in the code. */
    builtIn: text('built_in'),
    /** When it was published first; from then on its address stays. */
    firstPublishedAt: moment('first_published_at'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    search: searchVector('search').generatedAlwaysAs(
      (): SQL =>
        sql.join([weighted('title', 'A'), weighted('summary', 'B'), weighted('body', 'D')], sql` || `),
    ),
  },
  (table) => [
    uniqueIndex('articles_slug').on(table.slug),
    index('articles_search').using('gin', table.search),
  ],
);
