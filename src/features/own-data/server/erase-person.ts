import { sql } from 'drizzle-orm';
import type { users } from '#db/schema/identity.ts';
import { closedAccounts, retainedRecords } from '#db/schema/own-data.ts';
import { eraseAutoInvest } from '#features/auto-invest/server/index.ts';
import { eraseReportChoices } from '#features/distributions/server/index.ts';
import { CLOSED_NAME, endAccount } from '#features/identity/server/index.ts';
import { eraseDrafts } from '#features/intake/server/index.ts';
import { eraseUnretained } from '#features/kyc/server/index.ts';
import { eraseNotifications } from '#features/notifications/server/index.ts';
import { eraseOnboarding } from '#features/onboarding/server/index.ts';
import { eraseProperties } from '#features/properties/server/index.ts';
import { eraseCode } from '#features/referrals/server/index.ts';
import { eraseSubmissions } from '#features/submissions/server/index.ts';
import { retainRecipient } from '#features/tax/server/index.ts';
import { eraseEntry } from '#features/waitlist/server/index.ts';
import { eraseTransferTexts } from '#features/wallet/server/index.ts';
import { eraseWatchlist } from '#features/watchlist/server/index.ts';
import { fullName } from '#kernel/person.ts';
import type { Run } from '#platform/server/commands/run-command.ts';
import { rows } from '#platform/server/database/db.ts';
import type { RetainedRecord } from '../own-data.contract.ts';
import { ACCOUNT_CLOSED } from '../own-data.events.ts';
import { taxRecordsSince } from '../own-data.rules.ts';
import { expireExports } from './expire-exports.ts';
import { recordsToRetain } from './retained-kinds.ts';

type Account = typeof users.$inferSelect;

/** The hash of a text about somebody else, with the name or email of the person taken out. */
interface Redaction {
  operationId: string;
  field: string;
  hash: string;
}

/**
 * Erases a person from the rows of their account, which has to be locked, and lists the records that the law requires us
 * to retain. The person's operations stay as rows of ids, which the books need. The redacted texts about others are for
 * the audit entry, which proves them from then on.
 */
export async function erasePerson(
  run: Run,
  account: Account,
  closing: { closedAt: Date; farewellEmail: string | null; closedAgain: boolean },
): Promise<{ retained: RetainedRecord[]; redactions: Redaction[] }> {
  const { tx, emit } = run;
  const { id: userId, email } = account;
  const retained = await recordsToRetain(tx, userId, closing.closedAt);
  await tx.insert(closedAccounts).values({ userId, ...closing });
  // Before the account loses its email, which such texts can contain.
  const [texts] = await rows<{ redactions: Redaction[] }>(
    tx,
    sql`select erase_texts_about(${userId}) as redactions`,
  );
  await retainRecipient(tx, userId, taxRecordsSince(closing.closedAt));
  await endAccount(run, account);
  await eraseEntry(tx, email);
  await eraseWatchlist(tx, userId);
  await eraseOnboarding(tx, userId);
  await eraseCode(tx, userId);
  await eraseAutoInvest(tx, userId);
  await eraseReportChoices(tx, userId);
  await eraseDrafts(tx, userId);
  await eraseTransferTexts(tx, userId);
  // First, since texts about a submission refer to its documents.
  await tx.execute(sql`select erase_closed_account(${userId})`);
  await eraseSubmissions(run, userId);
  await eraseProperties(run, userId);
  await eraseNotifications(tx, { userId, closedName: fullName(CLOSED_NAME) });
  await expireExports(run, userId);
  await eraseUnretained(run, userId);
  if (retained.length > 0) {
    const records = retained.map(({ kind, endsAt }) => ({ userId, kind, endsAt: new Date(endsAt) }));
    await tx.insert(retainedRecords).values(records);
  }
  emit(ACCOUNT_CLOSED, { userId, payload: { userId } });
  return { retained, redactions: texts?.redactions ?? [] };
}
