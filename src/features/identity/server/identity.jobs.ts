import { eq } from 'drizzle-orm';
import { users } from '#db/schema/identity.ts';
import { newId } from '#kernel/ids.ts';
import { HOUR } from '#kernel/time.ts';
import type { CommandContext } from '#platform/server/commands/run-command.ts';
import { type JobHandler, jobFor } from '#platform/server/jobs/jobs.ts';
import type { Mail } from '#platform/server/ports/mailer.ts';
import {
  CONFIRMATION_REQUESTED,
  EMAIL_CHANGE_REQUESTED,
  PASSWORD_RESET_REQUESTED,
  SECURITY_CHANGED,
  SIGN_UP_REFUSED,
  SIGNED_UP,
} from '../identity.events.ts';
import { type Account, accountByEmail } from './accounts/accounts.ts';
import { issueMailLink } from './email/issue-mail-link.ts';
import { deleteOldLinks, type LinkPurpose, linkAddress, markUnsent } from './email/mail-links.ts';
import {
  alreadyHaveAccountMail,
  changeEmailMail,
  confirmEmailMail,
  emailTakenMail,
  resetPasswordMail,
  securityMail,
} from './email/mails.ts';
import { deleteExpiredFlows } from './sessions/flows.ts';
import { removeExpiredSessions } from './sessions/sessions.ts';

const MAIL_CONFIRMATION = 'identity.mailConfirmation';
const MAIL_ALREADY_HAVE_ACCOUNT = 'identity.mailAlreadyHaveAccount';
const MAIL_PASSWORD_RESET = 'identity.mailPasswordReset';
const MAIL_EMAIL_CHANGE = 'identity.mailEmailChange';
const MAIL_SECURITY_CHANGE = 'identity.mailSecurityChange';
const REMOVE_EXPIRED_SESSIONS = 'identity.removeExpiredSessions';
const FORGET_OLD_SIGN_INS = 'identity.forgetOldSignIns';

/** Salutation of a mail; without a name while a stranger may have typed it. */
const confirmedName = ({ firstName, emailConfirmedAt }: Account) =>
  emailConfirmedAt ? firstName : undefined;

async function accountById({ platform }: CommandContext, userId: string): Promise<Account | null> {
  const [user] = await platform.db.select().from(users).where(eq(users.id, userId));
  return user ?? null;
}

async function newLink(
  ctx: CommandContext,
  user: Account,
  purpose: LinkPurpose,
  email: string,
  mayRepeat = true,
) {
  const link = await issueMailLink(ctx, { userId: user.id, purpose, email, mayRepeat });
  return link && { id: link.id, url: linkAddress(ctx.platform.origin, purpose, link.token) };
}

const send = ({ platform }: CommandContext, to: string, mail: Omit<Mail, 'to' | 'id'>, id = newId()) =>
  platform.mailer.send({ id, to, ...mail });

/** The link that confirms the address. */
const mailConfirmation = jobFor([SIGNED_UP, CONFIRMATION_REQUESTED], async (ctx, { userId }) => {
  const user = await accountById(ctx, userId);
  if (!user || user.emailConfirmedAt !== null) return;
  const link = await newLink(ctx, user, 'confirm_email', user.email);
  if (link) await send(ctx, user.email, confirmEmailMail(link), link.id);
});

const mailAlreadyHaveAccount = jobFor(SIGN_UP_REFUSED, async (ctx, { userId }) => {
  const user = await accountById(ctx, userId);
  if (!user) return;
  const mail = alreadyHaveAccountMail({ name: confirmedName(user), origin: ctx.platform.origin });
  await send(ctx, user.email, mail);
});

/**
 * To an address without an account nothing is sent. A link whose mail failed counts for no limit; after a failed try,
 * which may have left one that does, another is sent beside it.
 */
const mailPasswordReset = jobFor(PASSWORD_RESET_REQUESTED, async (ctx, { email, mayRepeat }, job) => {
  const user = await accountByEmail(ctx.platform.db, email);
  const link =
    user && (await newLink(ctx, user, 'reset_password', email, mayRepeat || (job?.attempts ?? 1) > 1));
  if (!link) return;
  const mail = resetPasswordMail({ name: confirmedName(user), url: link.url });
  try {
    await send(ctx, email, mail, link.id);
  } catch (error) {
    await markUnsent(ctx.platform, link.id);
    throw error;
  }
});

const mailEmailChange = jobFor(EMAIL_CHANGE_REQUESTED, async (ctx, { userId, email }) => {
  const user = await accountById(ctx, userId);
  if (!user || user.email === email) return;
  const taken = await accountByEmail(ctx.platform.db, email);
  if (taken) {
    const mail = emailTakenMail({ name: confirmedName(taken), origin: ctx.platform.origin });
    return send(ctx, email, mail);
  }
  const link = await newLink(ctx, user, 'change_email', email);
  if (link) await send(ctx, email, changeEmailMail(link), link.id);
});

/** Sends no mail to an unconfirmed address, which may be a stranger's. */
const mailSecurityChange = jobFor(SECURITY_CHANGED, async (ctx, { userId, change, to }) => {
  const user = await accountById(ctx, userId);
  if (!user || (to === undefined && user.emailConfirmedAt === null)) return;
  // A person who makes and revokes tokens all day must not delay the mails of others.
  if (to === undefined && !(await ctx.platform.limits.tryConsume('securityMail', userId))) return;
  const mail = securityMail({ name: confirmedName(user), change, origin: ctx.platform.origin });
  await send(ctx, to ?? user.email, mail);
});

const removeExpiredSessionsJob: JobHandler = ({ platform }) => removeExpiredSessions(platform.db);

const forgetOldSignIns: JobHandler = async ({ platform }) => {
  await deleteExpiredFlows(platform);
  await deleteOldLinks(platform);
};

export const identityJobs = {
  handlers: {
    [MAIL_CONFIRMATION]: mailConfirmation,
    [MAIL_ALREADY_HAVE_ACCOUNT]: mailAlreadyHaveAccount,
    [MAIL_PASSWORD_RESET]: mailPasswordReset,
    [MAIL_EMAIL_CHANGE]: mailEmailChange,
    [MAIL_SECURITY_CHANGE]: mailSecurityChange,
    [REMOVE_EXPIRED_SESSIONS]: removeExpiredSessionsJob,
    [FORGET_OLD_SIGN_INS]: forgetOldSignIns,
  } satisfies Record<string, JobHandler>,
  schedules: [
    { kind: REMOVE_EXPIRED_SESSIONS, everyMs: HOUR },
    { kind: FORGET_OLD_SIGN_INS, everyMs: HOUR },
  ],
};
