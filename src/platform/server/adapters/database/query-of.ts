import { Name, SQL, StringChunk } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';

const dialect = new PgDialect();

/**
 * Converts a statement to text with placeholders and their values, as drivers take it. Statements that consist only of
 * text, names and plain values, as all hot ones do, skip drizzle's dialect, which costs as much per piece as Postgres
 * spends on a row.
 */
export function queryOf(statement: SQL): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const text = written(statement, values);
  if (text !== null) return { text, values };
  const { sql, params } = dialect.sqlToQuery(statement);
  return { text: sql, values: params };
}

/** @returns null for a statement that needs drizzle's dialect */
function written(part: unknown, values: unknown[]): string | null {
  if (part instanceof StringChunk) return part.value.join('');
  if (typeof part === 'string' || typeof part === 'number' || part === null) return `$${values.push(part)}`;
  if (part instanceof Name) return dialect.escapeName(part.value);
  if (!(part instanceof SQL) || inlines(part)) return null;
  let text = '';
  for (const piece of part.queryChunks) {
    const next = written(piece, values);
    if (next === null) return null;
    text += next;
  }
  return text;
}

/** Whether values are inlined into the text; a private field of drizzle. */
const inlines = (part: SQL) => Reflect.get(part, 'shouldInlineParams') === true;
