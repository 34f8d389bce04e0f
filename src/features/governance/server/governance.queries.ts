import { type AnyColumn, and, asc, desc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import { proposals, votes } from '#db/schema/governance.ts';
import { ledgerAccounts } from '#db/schema/ledger.ts';
import { properties } from '#db/schema/properties.ts';
import { eachHolderPage, holdersQuery, isHolding, nextHolderPage } from '#features/ledger/server/index.ts';
import { affiliatesOf, affiliationOf, isOwnerOrAdmin } from '#features/ownership/server/index.ts';
import { propertyErrors } from '#features/properties/properties.contract.ts';
import { visibleEntity } from '#features/properties/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { after, dayText } from '#kernel/time.ts';
import { cursorAfter, cutPage, olderThan } from '#platform/server/database/cursors.ts';
import { type Database, highestFirst, type Queryable, rows } from '#platform/server/database/db.ts';
import type { IdRange } from '#platform/server/database/id-ranges.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { requireAccess } from '#platform/server/security/access.ts';
import type { Actor, UserActor } from '#platform/server/security/caller.ts';
import { pseudonymsOf } from '#platform/server/security/pseudonyms.ts';
import { csvOf } from '#platform/server/transport/csv.ts';
import { governanceErrors, type Proposal, type VoteChoice } from '../governance.contract.ts';
import { quorumShares } from '../governance.rules.ts';

export type StoredProposal = typeof proposals.$inferSelect;

/** The moment whose holders vote: just after the proposal was made, so that its own moment counts. */
function recordMoment({ createdAt }: Pick<StoredProposal, 'createdAt'>): Date {
  return after(createdAt, 1);
}

/** Those of the holders of a query who may vote: all but the owner and the owner's tax number. */
const votersAmong = (holders: SQL, ownerId: string | AnyColumn): SQL => sql`
  select h.user_id, h.shares from (${holders}) h
  where h.user_id not in (select a.user_id from ${affiliatesOf(ownerId)} a)`;

/** Does work for all eligible voters of a proposal made at a moment, in parts of which each fits one statement. */
export const eachVoters = (
  db: Queryable,
  { id, ownerId }: { id: number; ownerId: string },
  createdAt: Date,
  work: (part: { voters: SQL; range: IdRange }) => Promise<void>,
): Promise<void> =>
  eachHolderPage(db, id, recordMoment({ createdAt }), ({ query, range }) =>
    work({ voters: votersAmong(query, ownerId), range }),
  );

/** The eligible voters of a proposal among the next of those who have ever had shares of its property. */
export async function nextVoters(
  db: Queryable,
  { proposal, property }: ProposalWithProperty,
  next: { afterId: string; maxIds: number },
): Promise<{ voters: SQL; last: string | null }> {
  const { query, last } = await nextHolderPage(db, proposal.propertyId, recordMoment(proposal), next);
  return { voters: votersAmong(query, property.ownerId), last };
}

/** Shares that someone's vote counts for. */
export async function weightOf(
  db: Queryable,
  { proposal, property }: ProposalWithProperty,
  userId: string,
): Promise<number> {
  const own = holdersQuery(proposal.propertyId, recordMoment(proposal), (id) => sql`${id} = ${userId}`);
  const [held] = await rows<{ shares: number }>(
    db,
    sql`select shares::float8 as shares from (${votersAmong(own, property.ownerId)}) v`,
  );
  return held?.shares ?? 0;
}

/** Shares behind the caller's votes on these proposals, in one statement; without proposals on which they have no vote. */
async function weightsOf(
  db: Queryable,
  actor: Actor,
  found: readonly ProposalWithProperty[],
): Promise<Map<string, number>> {
  if (actor.kind !== 'user' || found.length === 0) return new Map();
  const { userId } = actor;
  const asked = found.map(({ proposal }) => proposal.propertyId);
  const known = await db
    .select({ id: ledgerAccounts.propertyId })
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.userId, userId), inArray(ledgerAccounts.propertyId, asked)));
  const everHeld = new Set(known.map(({ id }) => id));
  const weights = found
    .filter(({ proposal }) => everHeld.has(proposal.propertyId))
    .map(({ proposal, property }) => {
      const own = holdersQuery(proposal.propertyId, recordMoment(proposal), (id) => sql`${id} = ${userId}`);
      return sql`select ${proposal.id}::text as id, shares::float8 as shares
                 from (${votersAmong(own, property.ownerId)}) v`;
    });
  if (weights.length === 0) return new Map();
  const held = await rows<{ id: string; shares: number }>(db, sql.join(weights, sql` union all `));
  return new Map(held.map(({ id, shares }) => [id, shares]));
}

export interface ProposalWithProperty {
  proposal: StoredProposal;
  property: { name: string; ownerId: string };
}

const withProperty = (db: Queryable) =>
  db
    .select({ proposal: proposals, property: { name: properties.name, ownerId: properties.ownerId } })
    .from(proposals)
    .innerJoin(properties, eq(properties.id, proposals.propertyId));

/** Votes that count: those of affiliates of the owner that became known later are left out at the closing. */
const countedVote = gt(votes.shares, 0);

const nobody = { shares: 0, voters: 0 };

interface VoteCount {
  proposalId: string;
  choice: VoteChoice;
  shares: number;
  voters: number;
}

async function countedVotes(db: Queryable, ids: readonly string[]): Promise<VoteCount[]> {
  if (ids.length === 0) return [];
  return db
    .select({
      proposalId: votes.proposalId,
      choice: votes.choice,
      shares: sql<number>`sum(${votes.shares})`.mapWith(Number),
      voters: sql<number>`count(*)`.mapWith(Number),
    })
    .from(votes)
    .where(and(inArray(votes.proposalId, [...ids]), countedVote))
    .groupBy(votes.proposalId, votes.choice);
}

/** Proposals as the caller sees them: with the tally, and the caller's own vote and weight. */
async function views(
  db: Queryable,
  actor: Actor,
  found: readonly ProposalWithProperty[],
  known?: Map<string, number>,
): Promise<Proposal[]> {
  const ids = found.map(({ proposal }) => proposal.id);
  const counted = await countedVotes(db, ids);
  const own =
    actor.kind === 'user' && ids.length > 0
      ? await db
          .select()
          .from(votes)
          .where(and(eq(votes.userId, actor.userId), inArray(votes.proposalId, ids)))
      : [];
  const holdings = await heldOf(
    db,
    actor,
    found.map(({ proposal }) => proposal.propertyId),
  );
  const weights = known ?? (await weightsOf(db, actor, found));
  const shown: Proposal[] = [];
  for (const one of found) {
    const userShares = weights.get(one.proposal.id) ?? 0;
    // Nobody whose vote counts is the owner or has the owner's tax number.
    const noVoteAs = userShares > 0 ? null : await affiliationOf(db, actor, one.property);
    const userVote = own.find(({ proposalId }) => proposalId === one.proposal.id)?.choice ?? null;
    shown.push(
      view(one, counted, {
        userShares,
        noVoteAs,
        userVote,
        canReadBallots: mayReadBallots(actor, userShares > 0 || holdings.has(one.proposal.propertyId)),
        canFollowUp: isOwnerOrAdmin(actor, one.property),
      }),
    );
  }
  return shown;
}

/** Those of these properties of which the caller holds shares now. */
async function heldOf(
  db: Queryable,
  actor: Actor,
  propertyIds: readonly number[],
): Promise<Set<number | null>> {
  if (actor.kind !== 'user' || propertyIds.length === 0) return new Set();
  const holdings = await db
    .select({ id: ledgerAccounts.propertyId })
    .from(ledgerAccounts)
    .where(
      and(
        eq(ledgerAccounts.userId, actor.userId),
        inArray(ledgerAccounts.propertyId, [...propertyIds]),
        isHolding,
      ),
    );
  return new Set(holdings.map(({ id }) => id));
}

/** Ballots show how holders voted: those with a vote or with shares may count them again, and admins. */
function mayReadBallots(actor: Actor, hasPart: boolean): boolean {
  return hasPart || (actor.kind === 'user' && actor.role === 'admin');
}

function view(
  { proposal, property }: ProposalWithProperty,
  counted: readonly VoteCount[],
  viewer: Pick<Proposal, 'userShares' | 'noVoteAs' | 'userVote' | 'canReadBallots' | 'canFollowUp'>,
): Proposal {
  const tally = (choice: VoteChoice) => {
    const row = counted.find((one) => one.proposalId === proposal.id && one.choice === choice);
    return row ? { shares: row.shares, voters: row.voters } : nobody;
  };
  const closed = proposal.status === 'closed';
  return {
    id: proposal.id,
    propertyId: proposal.propertyId,
    propertyName: property.name,
    title: proposal.title,
    description: proposal.description,
    dateCreated: proposal.createdAt.toISOString(),
    votingDeadline: proposal.deadline.toISOString(),
    status: closed ? 'Closed' : 'Open',
    outcome: closed ? (proposal.outcome === 'approved' ? 'Approved' : 'Rejected') : null,
    eligibleShares: proposal.eligibleShares,
    quorumShares: quorumShares(proposal.eligibleShares),
    votes: { yes: tally('yes'), no: tally('no'), abstain: tally('abstain') },
    ...viewer,
    canFollowUp: closed && viewer.canFollowUp,
    followUp: proposal.followUp,
    followUpAt: proposal.followUpAt?.toISOString() ?? null,
  };
}

/**
 * Refuses everyone who may not manage a property's proposals. An admin who does not own it has to prove as much as for
 * every admin command.
 * @throws NOT_YOURS, ADMIN_SCOPE_REQUIRED, SECOND_FACTOR_MISSING, ACCOUNT_FROZEN, CONFIRM_IDENTITY
 */
export function requireManager(actor: UserActor, property: { ownerId: string }, now: Date): void {
  if (actor.userId === property.ownerId) return;
  if (actor.role !== 'admin' && !actor.adminBarrier) throw new DomainError(governanceErrors.NOT_YOURS);
  requireAccess('admin', actor, { isWrite: true, now });
}

/** A property if the caller may see it. */
async function visibleOrNull(db: Queryable, actor: Actor, propertyId: number) {
  return visibleEntity(db, actor, propertyId).catch((error: unknown) => {
    if (error instanceof DomainError) return null;
    throw error;
  });
}

/** Of the proposals of a property, on a row of `withProperty`, those on which a person has a vote. */
function hasVote(userId: string, propertyId: number): SQL {
  // As `recordMoment`.
  const recordAt = sql`${proposals.createdAt} + interval '1 millisecond'`;
  const own = holdersQuery(propertyId, recordAt, (id) => sql`${id} = ${userId}`);
  return sql`exists (${votersAmong(own, properties.ownerId)})`;
}

/**
 * A property's proposals, the newest first. Once it is off the market, who has sold everything still sees those on which
 * they have a vote.
 * @throws PROPERTY_NOT_FOUND
 */
export async function proposalsOf(
  db: Database,
  actor: Actor,
  { propertyId, cursor, limit }: { propertyId: number; cursor?: string | undefined; limit: number },
) {
  const visible = await visibleOrNull(db, actor, propertyId);
  if (!visible && actor.kind !== 'user') throw new DomainError(propertyErrors.PROPERTY_NOT_FOUND);
  const found = await withProperty(db)
    .where(
      and(
        eq(proposals.propertyId, propertyId),
        olderThan(cursor, proposals.createdAt, proposals.id),
        !visible && actor.kind === 'user' ? hasVote(actor.userId, propertyId) : undefined,
      ),
    )
    .orderBy(highestFirst(proposals.createdAt), highestFirst(proposals.id))
    .limit(limit + 1);
  if (!visible && found.length === 0) throw new DomainError(propertyErrors.PROPERTY_NOT_FOUND);
  const page = cutPage(found, limit, ({ proposal }) => cursorAfter(proposal.createdAt, proposal.id));
  return {
    ...page,
    items: await views(db, actor, page.items),
    canPropose: visible !== null && isOwnerOrAdmin(actor, visible),
  };
}

/** The newest open proposal of each of these properties that the caller may vote on, for the portfolio's cards. */
export async function openOf(
  db: Database,
  actor: UserActor,
  { propertyIds }: { propertyIds: readonly number[] },
): Promise<Proposal[]> {
  if (propertyIds.length === 0) return [];
  const newest = db
    .selectDistinctOn([proposals.propertyId], { id: proposals.id })
    .from(proposals)
    .where(and(inArray(proposals.propertyId, [...propertyIds]), eq(proposals.status, 'open')))
    .orderBy(proposals.propertyId, desc(proposals.createdAt), desc(proposals.id));
  const found = await withProperty(db)
    .where(inArray(proposals.id, newest))
    .orderBy(desc(proposals.createdAt), desc(proposals.id));
  const weights = await weightsOf(db, actor, found);
  return views(
    db,
    actor,
    found.filter(({ proposal }) => weights.has(proposal.id)),
    weights,
  );
}

/** One proposal, whether or not its property is visible. */
export async function storedProposal(db: Queryable, id: string): Promise<ProposalWithProperty | undefined> {
  const [found] = await withProperty(db).where(eq(proposals.id, id));
  return found;
}

/**
 * One proposal, for those who see its property or have a vote on it.
 * @throws PROPOSAL_NOT_FOUND
 */
export async function proposalById(db: Queryable, actor: Actor, id: string): Promise<ProposalWithProperty> {
  const found = await storedProposal(db, id);
  if (!found) throw new DomainError(governanceErrors.PROPOSAL_NOT_FOUND);
  if (await visibleOrNull(db, actor, found.proposal.propertyId)) return found;
  if (actor.kind === 'user' && (await weightOf(db, found, actor.userId)) > 0) return found;
  throw new DomainError(governanceErrors.PROPOSAL_NOT_FOUND);
}

/** One proposal as the caller sees it. */
export async function proposalView(db: Queryable, actor: Actor, id: string): Promise<Proposal> {
  const [shown] = await views(db, actor, [await proposalById(db, actor, id)]);
  return shown as Proposal;
}

/**
 * Every ballot of a proposal, under the pseudonym that the shareholders' list has, so that holders can count again.
 * @throws PROPOSAL_NOT_FOUND, NO_BALLOTS
 */
export async function ballots(
  { db, vault }: Pick<Platform, 'db' | 'vault'>,
  actor: UserActor,
  { proposalId }: { proposalId: string },
) {
  const found = await proposalById(db, actor, proposalId);
  const { proposal } = found;
  const voted = await weightOf(db, found, actor.userId);
  const holdings = await heldOf(db, actor, [proposal.propertyId]);
  if (!mayReadBallots(actor, voted > 0 || holdings.size > 0))
    throw new DomainError(governanceErrors.NO_BALLOTS);
  const { nameOf } = await pseudonymsOf(vault, proposal.propertyId);
  const cast = await db
    .select()
    .from(votes)
    .where(and(eq(votes.proposalId, proposalId), countedVote))
    .orderBy(asc(votes.castAt), asc(votes.userId));
  const numbers = new Map<string, number>();
  const lines = cast.map(({ userId, shares, choice }) => {
    const name = nameOf(userId);
    const number = (numbers.get(name) ?? 0) + 1;
    numbers.set(name, number);
    return [number > 1 ? `${name} (${number})` : name, String(shares), choice];
  });
  return {
    fileName: `ballots-${proposal.propertyId}-${dayText(proposal.createdAt)}.csv`,
    csv: csvOf(['Shareholder', 'Shares', 'Choice'], lines),
  };
}
