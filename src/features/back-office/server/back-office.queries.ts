import { and, count, desc, eq, exists, gt, ilike, isNull, lt, not, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import {
  accessTokens,
  passkeys,
  providerAccounts,
  recoveryCodes,
  secondFactors,
  sessions,
  users as usersTable,
} from '#db/schema/identity.ts';
import { kycApplications } from '#db/schema/kyc.ts';
import { ledgerAccounts } from '#db/schema/ledger.ts';
import { frozenAccounts } from '#db/schema/platform.ts';
import { holdingKinds } from '#features/ledger/server/index.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { fullName } from '#kernel/person.ts';
import { cursorPart, cutPage, readCursor } from '#platform/server/database/cursors.ts';
import { type Database, patternContaining, type Queryable } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { ListedPerson, UserDetails, usersInput } from '../back-office.contract.ts';

type Filters = z.output<typeof usersInput>;

const freezer = alias(usersTable, 'freezer');

/** People with an account, the newest first. */
export async function users(
  db: Database,
  { q, state, role, identity, cursor, limit }: Filters,
): Promise<{ items: ListedPerson[]; nextCursor: string | null }> {
  const [before] = cursor === undefined ? [] : readCursor(cursor, cursorPart.userId);
  const isVerified = exists(verifiedApplication(db));
  const found = await people(db)
    .where(
      and(
        q ? matching(q) : undefined,
        inState[state],
        role === 'all' ? undefined : eq(usersTable.role, role),
        identity === 'all' ? undefined : identity === 'verified' ? isVerified : not(isVerified),
        before === undefined ? undefined : lt(usersTable.id, before),
      ),
    )
    .orderBy(desc(usersTable.id))
    .limit(limit + 1);
  const items = found.map(personOf);
  return cutPage(items, limit, (last) => last.id);
}

const inState: Record<Filters['state'], SQL | undefined> = {
  all: undefined,
  active: isNull(frozenAccounts.userId),
  frozen: eq(frozenAccounts.isClosed, false),
  closed: eq(frozenAccounts.isClosed, true),
};

function matching(q: string): SQL | undefined {
  const pattern = patternContaining(q);
  const name = sql`${usersTable.firstName} || ' ' || ${usersTable.lastName}`;
  return or(eq(usersTable.id, q), ilike(usersTable.email, pattern), ilike(name, pattern));
}

const verifiedApplication = (db: Queryable) =>
  db
    .select({ one: sql`1` })
    .from(kycApplications)
    .where(and(eq(kycApplications.userId, usersTable.id), eq(kycApplications.status, 'approved')));

function people(db: Database) {
  return db
    .select({
      user: usersTable,
      frozen: frozenAccounts,
      freezer: { firstName: freezer.firstName, lastName: freezer.lastName },
      cash: ledgerAccounts.balance,
      kyc: kycApplications.status,
    })
    .from(usersTable)
    .leftJoin(frozenAccounts, eq(frozenAccounts.userId, usersTable.id))
    .leftJoin(freezer, eq(freezer.id, frozenAccounts.frozenBy))
    .leftJoin(kycApplications, eq(kycApplications.userId, usersTable.id))
    .leftJoin(
      ledgerAccounts,
      and(eq(ledgerAccounts.userId, usersTable.id), eq(ledgerAccounts.kind, 'user_cash')),
    )
    .$dynamic();
}

type PersonRow = Awaited<ReturnType<typeof people>>[number];

/** The freeze of an account that was closed never ends, and is none that an admin decides about. */
function stateOf(
  frozen: PersonRow['frozen'],
  freezer: PersonRow['freezer'],
): Pick<ListedPerson, 'frozen' | 'closedAt'> {
  if (!frozen) return { frozen: null, closedAt: null };
  const { reason, frozenAt, isClosed } = frozen;
  const since = frozenAt.toISOString();
  if (isClosed) return { frozen: null, closedAt: since };
  return { frozen: { reason, since, by: freezer ? fullName(freezer) : 'an admin' }, closedAt: null };
}

function personOf({ user, frozen, freezer, cash, kyc }: PersonRow): ListedPerson {
  return {
    id: user.id,
    name: fullName(user),
    email: user.email,
    emailConfirmed: user.emailConfirmedAt !== null,
    verified: kyc === 'approved',
    role: user.role,
    availableCents: cash ?? 0,
    createdAt: user.createdAt.toISOString(),
    ...stateOf(frozen, freezer),
  };
}

/** A check that had no decision when its account was closed is over: nobody will submit or decide it. */
const kycOf = ({ frozen, kyc }: PersonRow): UserDetails['kyc'] =>
  frozen?.isClosed && kyc === 'in_progress' ? null : kyc;

const MAX_SHOWN_SESSIONS = 100;

/**
 * One account, with the facts that an admin needs to help its owner.
 * @throws NOT_FOUND
 */
export async function user({ db, clock }: Platform, userId: string): Promise<UserDetails> {
  const [found] = await people(db).where(eq(usersTable.id, userId));
  if (!found) throw new DomainError(commonErrors.NOT_FOUND, { message: 'There is no such user.' });
  const { withdrawing, bidding, shares, properties } = await balancesOf(db, userId);
  const open = await db
    .select({ id: sessions.id, record: sessions.record })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, clock.now())))
    .orderBy(desc(sessions.expiresAt))
    .limit(MAX_SHOWN_SESSIONS);
  return {
    ...personOf(found),
    adminSince: found.user.adminSince?.toISOString() ?? null,
    kyc: kycOf(found),
    balances: {
      availableCents: found.cash ?? 0,
      withdrawingCents: withdrawing,
      biddingCents: bidding,
      shares,
      properties,
    },
    signIn: { password: found.user.passwordHash !== null, ...(await signInOf(db, userId, clock.now())) },
    sessions: open.map(({ id, record }) => ({
      id,
      device: record.device,
      signedInAt: record.createdAt,
      lastSeenAt: record.lastSeenAt,
    })),
  };
}

async function balancesOf(db: Database, userId: string) {
  const { kind, balance, propertyId } = ledgerAccounts;
  const sumOf = (...kinds: (typeof kind.enumValues)[number][]) =>
    sql<number>`coalesce(sum(${balance}) filter (where ${kind} in ${kinds}), 0)::float8`;
  const [found] = await db
    .select({
      withdrawing: sumOf('user_withdrawing'),
      bidding: sumOf('user_bidding'),
      shares: sumOf(...holdingKinds),
      properties: sql<number>`(count(distinct ${propertyId})
        filter (where ${kind} in ${[...holdingKinds]} and ${balance} > 0))::int`,
    })
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.userId, userId));
  return found ?? { withdrawing: 0, bidding: 0, shares: 0, properties: 0 };
}

async function signInOf(db: Database, userId: string, now: Date) {
  const [factor] = await db
    .select({ enabledAt: secondFactors.enabledAt })
    .from(secondFactors)
    .where(eq(secondFactors.userId, userId));
  const valid = or(isNull(accessTokens.expiresAt), gt(accessTokens.expiresAt, now));
  const [codes, keys, provider, tokens] = [
    await many(db, recoveryCodes, and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt))),
    await many(db, passkeys, eq(passkeys.userId, userId)),
    await many(db, providerAccounts, eq(providerAccounts.userId, userId)),
    await many(db, accessTokens, and(eq(accessTokens.userId, userId), isNull(accessTokens.revokedAt), valid)),
  ];
  return {
    secondFactorSince: factor?.enabledAt?.toISOString() ?? null,
    recoveryCodesLeft: codes,
    passkeys: keys,
    provider: provider > 0,
    accessTokens: tokens,
  };
}

type CountedTable = typeof recoveryCodes | typeof passkeys | typeof providerAccounts | typeof accessTokens;

async function many(db: Database, table: CountedTable, where: SQL | undefined): Promise<number> {
  const [found] = await db.select({ many: count() }).from(table).where(where);
  return found?.many ?? 0;
}
