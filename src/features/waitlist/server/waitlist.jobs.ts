import { eq } from 'drizzle-orm';
import { waitlistEntries } from '#db/schema/waitlist.ts';
import { jobFor } from '#platform/server/jobs/jobs.ts';
import { WAITLIST_JOINED } from '../waitlist.events.ts';
import { nameInEmail } from '../waitlist.rules.ts';

const CALL_WEBHOOK = 'waitlist.callWebhook';

/**
 * Posts a new entry to the operator's webhook, if one is configured and the entry still exists. A failure is thrown,
 * so that the job is retried; the entry's id is the idempotency key.
 */
const callWebhook = jobFor(WAITLIST_JOINED, async ({ platform }, { entryId }) => {
  const url = platform.config.waitlistWebhookUrl;
  if (url === null) return;
  const [entry] = await platform.db
    .select({ email: waitlistEntries.email })
    .from(waitlistEntries)
    .where(eq(waitlistEntries.id, entryId));
  if (!entry) return;
  const { email } = entry;
  await platform.webhooks.post({ url, key: entryId, body: { email, name: nameInEmail(email) } });
});

export const waitlistJobs = {
  handlers: { [CALL_WEBHOOK]: callWebhook },
};
