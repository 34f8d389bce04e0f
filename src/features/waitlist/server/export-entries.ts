import { desc } from 'drizzle-orm';
import { waitlistEntries } from '#db/schema/waitlist.ts';
import { DomainError } from '#kernel/errors.ts';
import { dayText } from '#kernel/time.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { typed } from '#platform/server/commands/typed-text.ts';
import { csvOf } from '#platform/server/transport/csv.ts';
import {
  exportWaitlistInput,
  MAX_EXPORTED_ENTRIES,
  type WaitlistFile,
  waitlistErrors,
} from '../waitlist.contract.ts';
import { matches } from './waitlist.queries.ts';

/**
 * The matching entries, newest first, as a CSV file in which every cell is quoted. Dates are in UTC. A command, so that
 * the audit log says who downloaded it.
 * @throws TOO_MANY_ROWS
 */
export const exportEntries = defineCommand({
  name: 'waitlist.exportEntries',
  input: exportWaitlistInput,
  access: 'admin',
  needsApproval: false,
  async run({ tx, now }, { q }): Promise<WaitlistFile> {
    const found = await tx
      .select()
      .from(waitlistEntries)
      .where(matches(q))
      .orderBy(desc(waitlistEntries.id))
      .limit(MAX_EXPORTED_ENTRIES + 1);
    if (found.length > MAX_EXPORTED_ENTRIES) throw new DomainError(waitlistErrors.TOO_MANY_ROWS);
    const lines = found.map(({ email, name, joinedAt }) => [
      email,
      name ?? 'Not provided',
      dayText(joinedAt),
    ]);
    return {
      fileName: `waitlist-${dayText(now)}.csv`,
      csv: csvOf(['Email', 'Name', 'Date Joined'], lines, { quoted: true }),
      entries: found.length,
    };
  },
  audit: ({ q }, { entries }) => ({ subject: 'waitlist', details: { q: typed(q), entries } }),
});
