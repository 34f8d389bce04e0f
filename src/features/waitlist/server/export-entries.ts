import { desc } from 'drizzle-orm';
import { waitlistEntries } from '#db/schema/waitlist.ts';
import { DomainError } from '#kernel/errors.ts';
import { dayText } from '#kernel/time.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { csvOf } from '#platform/server/transport/csv.ts';
import { MAX_ENTRIES_EXPORTED, type WaitlistFile, waitlistErrors } from '../waitlist.contract.ts';
import { matches } from './waitlist.queries.ts';

/**
 * The matching entries, newest first, as a CSV file in which every cell is quoted. Dates are in UTC.
 * @throws TOO_MANY_ROWS
 */
export async function exportEntries(
  { db, clock }: Platform,
  { q }: { q?: string | undefined },
): Promise<WaitlistFile> {
  const found = await db
    .select()
    .from(waitlistEntries)
    .where(matches(q))
    .orderBy(desc(waitlistEntries.id))
    .limit(MAX_ENTRIES_EXPORTED + 1);
  if (found.length > MAX_ENTRIES_EXPORTED) throw new DomainError(waitlistErrors.TOO_MANY_ROWS);
  const lines = found.map(({ email, name, joinedAt }) => [email, name ?? 'Not provided', dayText(joinedAt)]);
  return {
    fileName: `waitlist-${dayText(clock.now())}.csv`,
    csv: csvOf(['Email', 'Name', 'Date Joined'], lines, { quoted: true }),
    entries: found.length,
  };
}
