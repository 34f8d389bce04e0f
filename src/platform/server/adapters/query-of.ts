import { Name, SQL, StringChunk } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';

const dialect = new PgDialect();

/**
 * A statement as a driver takes it: its text, and the values that its `$1`, `$2` and so on stand for. What consists of
 * text, names and values that stay as they are, as hot statements do, is written down at once: drizzle asks of each piece
 * what else it could be, which costs as much as Postgres spends on a row.
 */
export function queryOf(statement: SQL): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const text = written(statement, values);
  if (text !== null) return { text, values };
  const { sql, params } = dialect.sqlToQuery(statement);
  return { text: sql, values: params };
}

/** @returns null for what only drizzle can write down */
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

/** Whether it writes its values into the text, which drizzle keeps to itself. */
const inlines = (part: SQL) => Reflect.get(part, 'shouldInlineParams') === true;
