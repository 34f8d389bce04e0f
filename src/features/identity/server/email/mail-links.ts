import { and, eq, gt, isNull, lt, ne } from 'drizzle-orm';
import { mailLinks, users } from '#db/schema/identity.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { fullName } from '#kernel/person.ts';
import { after, DAY, HOUR, MINUTE } from '#kernel/time.ts';
import type { Run } from '#platform/server/commands/run-command.ts';
import type { Queryable, Transaction } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { Actor } from '#platform/server/security/caller.ts';
import { sha256 } from '#platform/server/security/sha256.ts';
import { identityErrors } from '../../identity.contract.ts';
import {
  MAX_RESET_MAILS_A_DAY,
  type MailLink,
  REPEATED_RESET_MAILS_A_DAY,
  RESET_LINK_MINUTES_LEFT,
} from '../../mail-links.contract.ts';
import { lockAccount } from '../accounts/lock-account.ts';
import { isWithoutOwner } from '../accounts/require-sign-in-method.ts';
import { randomToken } from '../sessions/secrets.ts';

export type LinkPurpose = (typeof mailLinks.$inferSelect)['purpose'];

const LINK_LIFETIME_MS: Record<LinkPurpose, number> = {
  confirm_email: DAY,
  change_email: DAY,
  reset_password: HOUR,
};

/** Time for which expired links are stored, so that a page can name them as expired. */
const EXPIRED_LINK_RETENTION_MS = 30 * DAY;

/** The pages that links in mails open. The token is behind #, so that it reaches no server log and no referrer. */
const LINK_PATHS: Record<LinkPurpose, string> = {
  confirm_email: '/confirm-email',
  change_email: '/confirm-email',
  reset_password: '/reset-password',
};

export function linkAddress(origin: string, purpose: LinkPurpose, token: string): string {
  return `${origin}${LINK_PATHS[purpose]}#${token}`;
}

/**
 * Stores the address that a user wants to change to, in place of an earlier one: as a row of the table of links, with a
 * random token that is sent to nobody. It ends as other links do, and links for mails are only made while it is open.
 */
export async function recordPendingEmail(
  run: Pick<Run, 'tx' | 'now' | 'newId'>,
  { userId, email: wanted }: { userId: string; email: string },
): Promise<void> {
  const purpose = 'change_email';
  await endLinks(run.tx, { userId, purpose, now: run.now, exceptEmail: wanted });
  await insertLink(run, { userId, purpose, email: wanted });
}

/** Makes a link without further checks; its account has to be locked. */
export async function insertLink(
  { tx, now, newId }: Pick<Run, 'tx' | 'now' | 'newId'>,
  link: Pick<typeof mailLinks.$inferInsert, 'userId' | 'purpose' | 'email' | 'isMailed'>,
): Promise<{ id: string; token: string }> {
  const [id, token] = [newId(), randomToken()];
  const expiresAt = after(now, LINK_LIFETIME_MS[link.purpose]);
  await tx.insert(mailLinks).values({ ...link, id, tokenHash: sha256(token), createdAt: now, expiresAt });
  return { id, token };
}

const UNKNOWN_LINK: MailLink = {
  state: 'unknown',
  purpose: null,
  email: null,
  name: null,
  clearsAccount: false,
  opensAccount: false,
  invitation: null,
  own: false,
};

/** The purpose of the link with this token, and whether it can still be used. */
export async function mailLinkOf(
  { db, clock, config, invitations }: Platform,
  token: string,
  actor: Actor,
): Promise<MailLink> {
  const now = clock.now();
  const found = await linkByToken(db, token);
  if (!found) return UNKNOWN_LINK;
  const { link, user } = found;
  const { purpose, email } = link;
  const state = link.endedAt !== null ? 'ended' : link.expiresAt <= now ? 'expired' : 'ready';
  const own = actor.kind === 'user' && actor.sessionId !== null && actor.userId === user.id;
  const isReset = purpose === 'reset_password';
  const clearsAccount = user.emailConfirmedAt === null && (isReset || !own);
  const opensAccount = isReset && state === 'ready' && (await isWithoutOwner(db, user));
  // Anyone may have typed this name, so a reader of the mail must not take it for the owner's.
  const known = user.emailConfirmedAt !== null && isReset && !opensAccount;
  return {
    state,
    purpose,
    email,
    name: known ? fullName(user) : null,
    clearsAccount,
    opensAccount,
    invitation: opensAccount ? await invitations.of(db, user.id, config) : null,
    own,
  };
}

/**
 * The link with this token and its user, if it can be used now.
 * @throws LINK_ENDED, LINK_EXPIRED, or NOT_FOUND for a token that was never sent or is for something else
 */
export async function usableLink(db: Queryable, token: string, purposes: readonly LinkPurpose[], now: Date) {
  const found = await linkByToken(db, token);
  if (!found || !purposes.includes(found.link.purpose)) throw new DomainError(commonErrors.NOT_FOUND);
  if (found.link.endedAt !== null) throw new DomainError(identityErrors.LINK_ENDED);
  if (found.link.expiresAt <= now) throw new DomainError(identityErrors.LINK_EXPIRED);
  return found;
}

async function linkByToken(db: Queryable, token: string) {
  const [found] = await db
    .select({ link: mailLinks, user: users })
    .from(mailLinks)
    .innerJoin(users, eq(users.id, mailLinks.userId))
    .where(eq(mailLinks.tokenHash, sha256(token)));
  return found ?? null;
}

/**
 * Uses a link up, and with it the other links of its purpose: of two uses at once, one succeeds.
 * @throws as `usableLink`
 */
export async function consumeLink(
  tx: Transaction,
  token: string,
  purposes: readonly LinkPurpose[],
  now: Date,
) {
  const { link } = await usableLink(tx, token, purposes, now);
  const user = await lockAccount(tx, link.userId);
  const ended = await tx
    .update(mailLinks)
    .set({ endedAt: now })
    .where(and(eq(mailLinks.id, link.id), isNull(mailLinks.endedAt), gt(mailLinks.expiresAt, now)))
    .returning({ id: mailLinks.id });
  if (ended.length === 0) throw new DomainError(identityErrors.LINK_ENDED);
  await endLinks(tx, { userId: user.id, purpose: link.purpose, now });
  return { link, user };
}

/**
 * Whether a mail with a link for a new password is to be sent. Anyone can ask for it, so what others ask for never leaves
 * a person without a link that works, and never fills their mailbox either.
 */
export async function isResetMailDue(
  tx: Transaction,
  { userId, mayRepeat, now }: { userId: string; mayRepeat: boolean; now: Date },
): Promise<boolean> {
  const ofDay = await tx
    .select({ endedAt: mailLinks.endedAt, expiresAt: mailLinks.expiresAt })
    .from(mailLinks)
    .where(
      and(
        eq(mailLinks.userId, userId),
        eq(mailLinks.purpose, 'reset_password'),
        eq(mailLinks.isMailed, true),
        gt(mailLinks.createdAt, after(now, -DAY)),
      ),
    );
  if (ofDay.length >= MAX_RESET_MAILS_A_DAY) return false;
  const untilThen = after(now, RESET_LINK_MINUTES_LEFT * MINUTE);
  const oneWorks = ofDay.some(({ endedAt, expiresAt }) => endedAt === null && expiresAt >= untilThen);
  return !oneWorks || (mayRepeat && ofDay.length < REPEATED_RESET_MAILS_A_DAY);
}

/** Counts a link whose mail failed for no limit. It still works, because a mail can arrive although sending it failed. */
export async function markUnsent({ db }: Platform, id: string): Promise<void> {
  await db.update(mailLinks).set({ isMailed: false }).where(eq(mailLinks.id, id));
}

/** Ends a user's links, of one purpose or of all. */
export async function endLinks(
  tx: Transaction,
  {
    userId,
    purpose,
    now,
    exceptEmail,
  }: { userId: string; purpose?: LinkPurpose; now: Date; exceptEmail?: string },
): Promise<void> {
  await tx
    .update(mailLinks)
    .set({ endedAt: now })
    .where(
      and(
        eq(mailLinks.userId, userId),
        isNull(mailLinks.endedAt),
        purpose === undefined ? undefined : eq(mailLinks.purpose, purpose),
        exceptEmail === undefined ? undefined : ne(mailLinks.email, exceptEmail),
      ),
    );
}

/** The address that a user wants to change to and has not confirmed yet. */
export async function pendingEmail(db: Queryable, userId: string, now: Date): Promise<string | null> {
  const [open] = await db
    .select({ email: mailLinks.email })
    .from(mailLinks)
    .where(
      and(
        eq(mailLinks.userId, userId),
        eq(mailLinks.purpose, 'change_email'),
        isNull(mailLinks.endedAt),
        gt(mailLinks.expiresAt, now),
      ),
    );
  return open?.email ?? null;
}

/** Removes links that have been of no use for a month. */
export async function deleteOldLinks({ db, clock }: Platform): Promise<void> {
  await db.delete(mailLinks).where(lt(mailLinks.expiresAt, after(clock.now(), -EXPIRED_LINK_RETENTION_MS)));
}
