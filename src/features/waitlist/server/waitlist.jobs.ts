import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { waitlistEntries } from '#db/schema/waitlist.ts';
import type { JobHandler } from '#platform/server/jobs/jobs.ts';
import { WAITLIST_JOINED } from '../waitlist.events.ts';
import { nameInEmail } from '../waitlist.rules.ts';

const payload = z.object({ entryId: z.string() });

/**
 * Tells the operator's webhook who joined; without an address, or when the entry has been
 * deleted since, nobody is told. A failure is thrown, so that the job is tried again; the key names the entry.
 */
const callWebhook: JobHandler = async ({ platform }, rawPayload) => {
  const url = platform.config.waitlistWebhookUrl;
  if (url === null) return;
  const { entryId } = payload.parse(rawPayload);
  const [entry] = await platform.db
    .select({ email: waitlistEntries.email })
    .from(waitlistEntries)
    .where(eq(waitlistEntries.id, entryId));
  if (!entry) return;
  const { email } = entry;
  await platform.webhooks.post({ url, key: entryId, body: { email, name: nameInEmail(email) } });
};

export const waitlistJobs = {
  onEvent: { [WAITLIST_JOINED]: ['waitlist.callWebhook'] },
  handlers: { 'waitlist.callWebhook': callWebhook },
};
