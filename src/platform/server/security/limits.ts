import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { spentLimits } from '#db/schema/platform.ts';
import { present } from '#kernel/assert.ts';
import { commonErrors, DomainError, type ErrorDefinition } from '#kernel/errors.ts';
import { after, type Clock, DAY, HOUR, MINUTE, SECOND } from '#kernel/time.ts';
import { type Database, rows } from '../database/db.ts';
import { actorId, type Caller } from './caller.ts';
import { sha256 } from './sha256.ts';

interface BudgetTerms {
  /** Points in a window. */
  points: number;
  /** Milliseconds from the first point to the whole budget again. */
  window: number;
}

/** Every item of a batch counts by itself. */
const BUDGETS = {
  /** Procedures and REST calls of one caller; counted by each server for itself, because every call counts. */
  procedure: { points: 600, window: MINUTE },
  /** Sign-ups from one address; each may tell whether an email has an account. */
  signUp: { points: 20, window: HOUR },
  /** Tries to join the waitlist from one address; each may tell whether an email is on it. */
  joinWaitlist: { points: 20, window: HOUR },
  /** Mails to the owner of an email that somebody tried to sign up with again. */
  signUpNotice: { points: 1, window: DAY },
  /** Mails that one visitor asks for, to whomever. */
  mailFrom: { points: 20, window: HOUR },
  /** Mails that are asked for, by one user or to one new email of theirs. */
  mailTo: { points: 5, window: HOUR },
  /** Password resets of one email that are asked for from one address. */
  passwordReset: { points: 5, window: HOUR },
  /** Mails with a link to reset one email's password, from anywhere. The links stay good for as long as this window. */
  passwordResetMail: { points: 10, window: HOUR },
  /** Mails about changes of how one person signs in; the notifications go on. */
  securityMail: { points: 30, window: HOUR },
  /** Files that one person uploads; each is looked through and drawn anew. */
  upload: { points: 60, window: HOUR },
  /** Pictures of one person's properties that are downloaded from other websites. */
  picture: { points: 60, window: HOUR },
  /** Comparisons of a sealed value by one reviewer for one person. */
  comparison: { points: 5, window: HOUR },
  /** Failed sign-ins to one account from one address. */
  failedSignIn: { points: 10, window: 15 * MINUTE },
  /** Failed sign-ins from one address, to whatever accounts: trying one password with many emails must not pay. */
  failedSignInFrom: { points: 30, window: 15 * MINUTE },
  /** Wrong codes of a second factor for one account from one address. */
  failedCode: { points: 10, window: 15 * MINUTE },
  /** Codes of six digits tried for one account, from anywhere: guessing them from many addresses at once must not pay. */
  codeOfAccount: { points: 100, window: DAY },
} as const satisfies Record<string, BudgetTerms>;

export type Budget = keyof typeof BUDGETS;

export interface Limits {
  /** Spends one point of the caller's budget; throws RATE_LIMITED when it is used up. */
  consume(budget: Budget, caller: Pick<Caller, 'actor' | 'address'>, key?: string): Promise<void>;
  /** Spends one point of a key's budget before the try that it pays for; throws `error` when none is left. */
  consumeByKey(budget: Budget, key: string, error: ErrorDefinition): Promise<void>;
  /** Spends one point of a key's budget if there is one left, and answers whether there was. */
  tryConsume(budget: Budget, key: string): Promise<boolean>;
  /** Gives back the one point that a key spent on a try that did not need it. */
  restorePoint(budget: Budget, key: string): Promise<void>;
  /** Gives a key its whole budget back. */
  reset(budget: Budget, key: string): Promise<void>;
}

/**
 * Limits that all servers of the database share; the one on procedures each server keeps for itself. They are
 * spent outside of transactions, so that a refused try is counted too. `RATE_LIMITS=off` exists for load tests.
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
  const { points, window } = BUDGETS.procedure;
  const procedures = new RateLimiterMemory({ points, duration: window / SECOND });

  /** Milliseconds to wait, or null when there was a point left. */
  async function waitFor(budget: Budget, key: string): Promise<number | null> {
    if (!enabled) return null;
    return budget === 'procedure' ? consumeLocally(procedures, key) : consumeShared(budget, key);
  }

  async function consumeByKey(budget: Budget, key: string, error: ErrorDefinition): Promise<void> {
    const wait = await waitFor(budget, key);
    if (wait !== null) {
      throw new DomainError(error, { retryAfterSeconds: Math.max(1, Math.ceil(wait / SECOND)) });
    }
  }

  async function consumeShared(budget: Budget, key: string): Promise<number | null> {
    const terms = BUDGETS[budget];
    const now = clock.now();
    const [spent] = await rows<{ points: number; resetsAt: string }>(
      db,
      sql`insert into spent_limits as spent (key, points, resets_at)
          values (${keyOf(budget, key)}, 1, ${after(now, terms.window).toISOString()}::timestamptz)
          on conflict (key) do update set
            points = case when spent.resets_at <= ${now.toISOString()}::timestamptz then 1 else spent.points + 1 end,
            resets_at = case when spent.resets_at <= ${now.toISOString()}::timestamptz
                             then excluded.resets_at else spent.resets_at end
          returning points, (extract(epoch from resets_at) * 1000)::text as "resetsAt"`,
    );
    const { points: used, resetsAt } = present(spent, 'what was spent of a limit');
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

/** Keys name people and addresses; only their hash is kept. */
const keyOf = (budget: Budget, key: string) => sha256(`${budget}\n${key}`);

/** Forgets what was spent of budgets that are whole again. */
export async function pruneSpentLimits({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  await db.delete(spentLimits).where(lt(spentLimits.resetsAt, after(clock.now(), -DAY)));
}
