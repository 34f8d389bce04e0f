import { commonErrors, DomainError } from '#kernel/errors.ts';

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/**
 * Shapes of what a cursor is made of, each within the range of its database type, so that a made-up cursor is
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

export function refuseCursor(): never {
  throw new DomainError(commonErrors.MALFORMED, { message: 'cursor: use the cursor of the page before.' });
}
