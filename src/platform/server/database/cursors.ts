import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { present } from '#kernel/assert.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/**
 * Types of the parts of a cursor, each within the range of its database type, so that a made-up cursor is
 * refused here and never reaches a statement.
 */
export const cursorPart = {
  uuid: UUID,
  /** A moment in milliseconds, before the year 5138. */
  milliseconds: '\\d{1,14}',
  /** An integer column. */
  integer: '\\d{1,9}',
  /** A bigint column. */
  bigint: '\\d{1,18}',
  /** A balance, in whole cents. */
  cents: '\\d{1,15}',
  /** The id of a user, which is text. */
  userId: '[\\w-]{1,64}',
} as const;

/**
 * The parts of a cursor, in order.
 * @throws DomainError MALFORMED for a cursor that no page of this list has handed out
 */
export function readCursor(cursor: string, ...parts: readonly string[]): string[] {
  const match = new RegExp(`^${parts.map((part) => `(${part})`).join('~')}$`).exec(cursor);
  if (!match) refuseCursor();
  return match.slice(1);
}

/** The cursor after a row of a list by a moment and by ids that tell rows of one moment apart. */
export function cursorAfter(at: Date | string, ...ids: readonly (string | number)[]): string {
  return [new Date(at).getTime(), ...ids].join('~');
}

/** A page of a list: items in order and the cursor of the next page, null on the last. */
export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

/**
 * The first `limit` of what a statement with `limit + 1` found. With more, the cursor of the next page comes from the
 * last item of this one and, for lists that begin a page with it, from the first of the next.
 */
export function cutPage<Item>(
  found: readonly Item[],
  limit: number,
  cursorOf: (last: Item, next: Item) => string,
): Page<Item> {
  const items = found.slice(0, limit);
  const [last, next] = [items.at(-1), found[limit]];
  return { items, nextCursor: last && next ? cursorOf(last, next) : null };
}

/** The rows after a cursor of `cursorAfter` in a list with the latest first, by these columns; all without a cursor. */
export function olderThan(cursor: string | undefined, ...columns: readonly AnyColumn[]): SQL | undefined {
  return cursor === undefined ? undefined : sql`(${listed(columns)}) < (${valuesOf(cursor, columns)})`;
}

/** The rows after a cursor of `cursorAfter` in a list with the earliest first. */
export function newerThan(cursor: string | undefined, ...columns: readonly AnyColumn[]): SQL | undefined {
  return cursor === undefined ? undefined : sql`(${listed(columns)}) > (${valuesOf(cursor, columns)})`;
}

const listed = (parts: readonly (AnyColumn | SQL)[]): SQL => sql.join([...parts], sql`, `);

const shapes: Record<string, string> = {
  uuid: cursorPart.uuid,
  integer: cursorPart.integer,
  bigint: cursorPart.bigint,
  text: cursorPart.userId,
};

function valuesOf(cursor: string, [at, ...ids]: readonly AnyColumn[]): SQL {
  const idParts = ids.map((column) => present(shapes[column.getSQLType()], 'the shape of an id'));
  const [milliseconds, ...texts] = readCursor(cursor, cursorPart.milliseconds, ...idParts);
  const moment = sql`${sql.param(new Date(Number(milliseconds)), at)}`;
  return listed([moment, ...texts.map((text, index) => sql`${sql.param(text, ids[index])}`)]);
}

export function refuseCursor(): never {
  throw new DomainError(commonErrors.MALFORMED, {
    message: 'cursor: use the cursor from the previous page.',
  });
}
