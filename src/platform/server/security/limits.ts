import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { spentLimits } from '#db/schema/platform.ts';
import { present } from '#kernel/assert.ts';
import { commonErrors, DomainError, type ErrorDefinition } from '#kernel/errors.ts';
import { counted } from '#kernel/plural.ts';
import { after, type Clock, DAY, HOUR, MINUTE, SECOND } from '#kernel/time.ts';
import { type Database, rows } from '../database/db.ts';
import { actorId, type Caller } from './caller.ts';
import { sha256 } from './sha256.ts';

interface BudgetTerms {
  /** Points in a window. */
  points: number;
  /** Milliseconds from the first point to the whole budget again. */
  windowMs: number;
}

/** Each call of a batch counts. */
const BUDGETS = {
  /** Procedures and REST calls of one caller; counted by each server for itself, because every call counts. */
  procedure: { points: 600, windowMs: MINUTE },
  /** Sign-ups from one address; each may tell whether an email has an account. */
  signUp: { points: 20, windowMs: HOUR },
  /** Tries to join the waitlist from one address; each may tell whether an email is on it. */
  joinWaitlist: { points: 20, windowMs: HOUR },
  /** Mails to the owner of an email address that was used for another sign-up. */
  signUpNotice: { points: 1, windowMs: DAY },
  /** Mails that one visitor requests, to any address. */
  mailFrom: { points: 20, windowMs: HOUR },
  /** Mails requested by one user, or to one new email address of theirs. */
  mailTo: { points: 5, windowMs: HOUR },
  /** Password resets of one email, asked for from one address, that mail a link although an earlier one works. */
  passwordReset: { points: 5, windowMs: HOUR },
  /** Mails about changes of how one person signs in; the notifications continue. */
  securityMail: { points: 30, windowMs: HOUR },
  /** Files that one person uploads. Each is scanned or re-encoded. */
  upload: { points: 60, windowMs: HOUR },
  /** Pictures of one person's properties that are downloaded from other websites. */
  picture: { points: 60, windowMs: HOUR },
  /** Certificates that one address looks up; each may tell whether there is such a code. */
  verifyCertificate: { points: 60, windowMs: HOUR },
  /** Certificates that one person asks for; each that is new is signed, and stays. */
  certificate: { points: 100, windowMs: DAY },
  /** Files of one person's transactions, reports, statements and documents, and of allocations; those of a long history take seconds to draw. */
  export: { points: 60, windowMs: HOUR },
  /** Deposits of one person that start a run of Auto-Invest at once, of which each decides about every property. */
  depositRun: { points: 20, windowMs: DAY },
  /** Files with all of one person's data. */
  dataExport: { points: 5, windowMs: DAY },
  /** Comparisons with an encrypted value by one reviewer for one person. */
  comparison: { points: 5, windowMs: HOUR },
  /** Verifications of the books that admins ask for, all of them together. */
  verification: { points: 6, windowMs: HOUR },
  /** Sign-ins by passkey or at a provider that are begun from one address; each is written down. */
  signInStart: { points: 60, windowMs: 15 * MINUTE },
  /** Answers of the sign-in provider from one address or account; each is checked there. */
  providerAnswer: { points: 60, windowMs: 15 * MINUTE },
  /** Failed sign-ins to one account from one address. */
  failedSignIn: { points: 10, windowMs: 15 * MINUTE },
  /** Failed sign-ins from one address to any account, against trying one password with many emails. */
  failedSignInFrom: { points: 30, windowMs: 15 * MINUTE },
  /** Wrong codes of a second factor for one account from one address. */
  failedCode: { points: 10, windowMs: 15 * MINUTE },
  /** Six-digit codes tried for one account from any address, against guessing from many addresses. */
  codeOfAccount: { points: 100, windowMs: DAY },
} as const satisfies Record<string, BudgetTerms>;

export type Budget = keyof typeof BUDGETS;

export interface Limits {
  /** Consumes one point of the caller's budget. Throws RATE_LIMITED when none is left. */
  consume(budget: Budget, caller: Pick<Caller, 'actor' | 'address'>, key?: string): Promise<void>;
  /** Consumes one point of a key's budget before an attempt. Throws `error` when none is left. */
  consumeByKey(budget: Budget, key: string, error: ErrorDefinition): Promise<void>;
  /** Consumes one point of a key's budget. Returns false when none is left. */
  tryConsume(budget: Budget, key: string): Promise<boolean>;
  /** Returns one point to a key's budget, for an attempt that need not count. */
  restorePoint(budget: Budget, key: string): Promise<void>;
  /** Restores a key's whole budget. */
  reset(budget: Budget, key: string): Promise<void>;
}

/**
 * Rate limits in the database, shared by all servers; only the limit on procedures is per server. They are consumed
 * outside transactions, so that refused attempts count too. `RATE_LIMITS=off` exists for load tests.
 */
export function createLimits({
  enabled,
  db,
  clock,
}: {
  enabled: boolean;
  db: Database;
  clock: Clock;
}): Limits {
  const { points, windowMs } = BUDGETS.procedure;
  const procedures = new RateLimiterMemory({ points, duration: windowMs / SECOND });

  /** Milliseconds to wait, or null when there was a point left. */
  async function waitFor(budget: Budget, key: string): Promise<number | null> {
    if (!enabled) return null;
    return budget === 'procedure' ? consumeLocally(procedures, key) : consumeShared(budget, key);
  }

  async function consumeByKey(budget: Budget, key: string, error: ErrorDefinition): Promise<void> {
    const wait = await waitFor(budget, key);
    if (wait === null) return;
    const retryAfterSeconds = Math.max(1, Math.ceil(wait / SECOND));
    const isLong = error === commonErrors.RATE_LIMITED && wait > MINUTE;
    throw new DomainError(error, { retryAfterSeconds, ...(isLong && { message: tryAgainIn(wait) }) });
  }

  async function consumeShared(budget: Budget, key: string): Promise<number | null> {
    const terms = BUDGETS[budget];
    const now = clock.now();
    const [spent] = await rows<{ points: number; resetsAt: string }>(
      db,
      sql`insert into spent_limits as spent (key, points, resets_at)
          values (${keyOf(budget, key)}, 1, ${after(now, terms.windowMs).toISOString()}::timestamptz)
          on conflict (key) do update set
            points = case when spent.resets_at <= ${now.toISOString()}::timestamptz then 1 else spent.points + 1 end,
            resets_at = case when spent.resets_at <= ${now.toISOString()}::timestamptz
                             then excluded.resets_at else spent.resets_at end
          returning points, (extract(epoch from resets_at) * 1000)::text as "resetsAt"`,
    );
    const { points: used, resetsAt } = present(spent, 'the row of a limit');
    return used > terms.points ? Number(resetsAt) - now.getTime() : null;
  }

  return {
    consumeByKey,
    async consume(budget, caller, key) {
      if (caller.actor.kind === 'system') return;
      const who = key ?? (caller.actor.kind === 'user' ? actorId(caller.actor) : caller.address);
      await consumeByKey(budget, who, commonErrors.RATE_LIMITED);
    },
    async tryConsume(budget, key) {
      return (await waitFor(budget, key)) === null;
    },
    async restorePoint(budget, key) {
      if (!enabled) return;
      const spent = and(eq(spentLimits.key, keyOf(budget, key)), gt(spentLimits.points, 0));
      await db
        .update(spentLimits)
        .set({ points: sql`${spentLimits.points} - 1` })
        .where(spent);
    },
    async reset(budget, key) {
      if (!enabled) return;
      await db.delete(spentLimits).where(eq(spentLimits.key, keyOf(budget, key)));
    },
  };
}

const tryAgainIn = (waitMs: number) =>
  `Too many requests. Try again in ${counted(Math.ceil(waitMs / MINUTE), 'minute')}.`;

/** Milliseconds to wait, or null when there was a point left. */
async function consumeLocally(limiter: RateLimiterMemory, key: string): Promise<number | null> {
  try {
    await limiter.consume(key);
    return null;
  } catch (result) {
    if (result instanceof RateLimiterRes) return result.msBeforeNext;
    throw result;
  }
}

/** Keys contain personal data, so only their hash is stored. */
const keyOf = (budget: Budget, key: string) => sha256(`${budget}\n${key}`);

/** Deletes the rows of budgets that are whole again. */
export async function pruneSpentLimits({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  await db.delete(spentLimits).where(lt(spentLimits.resetsAt, after(clock.now(), -DAY)));
}
