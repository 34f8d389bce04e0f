import { adminProcedure, publicProcedure, router } from '#platform/server/transport/trpc.ts';
import {
  clearedWaitlist,
  clearWaitlistInput,
  exportWaitlistInput,
  joinedWaitlist,
  joinWaitlistInput,
  removedWaitlistEntry,
  removeWaitlistEntryInput,
  waitlistFile,
  waitlistListInput,
  waitlistPage,
  waitlistStats,
} from '../waitlist.contract.ts';
import { clear } from './clear.ts';
import { exportEntries } from './export-entries.ts';
import { joinWaitlist } from './join-waitlist.ts';
import { removeEntry } from './remove-entry.ts';
import { entries, stats } from './waitlist.queries.ts';

export const waitlistRouter = router({
  joinWaitlist: publicProcedure
    .input(joinWaitlistInput)
    .output(joinedWaitlist)
    .mutation(({ ctx, input }) => joinWaitlist(ctx, input)),
  entries: adminProcedure
    .input(waitlistListInput)
    .output(waitlistPage)
    .query(({ ctx, input }) => entries(ctx.platform.db, input)),
  exportEntries: adminProcedure
    .input(exportWaitlistInput)
    .output(waitlistFile)
    .mutation(({ ctx, input }) => exportEntries(ctx, input)),
  stats: adminProcedure.output(waitlistStats).query(({ ctx }) => stats(ctx.platform)),
  removeEntry: adminProcedure
    .input(removeWaitlistEntryInput)
    .output(removedWaitlistEntry)
    .mutation(({ ctx, input }) => removeEntry(ctx, input)),
  clear: adminProcedure
    .input(clearWaitlistInput)
    .output(clearedWaitlist)
    .mutation(({ ctx, input }) => clear(ctx, input)),
});
