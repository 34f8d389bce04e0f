import { and, desc, eq, isNull, not, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { propertyDocuments } from '#db/schema/documents.ts';
import { storedFiles } from '#db/schema/files.ts';
import { users } from '#db/schema/identity.ts';
import { properties } from '#db/schema/properties.ts';
import { valuationDecisions, valuations } from '#db/schema/valuations.ts';
import { offeringErrors } from '#features/offerings/offerings.contract.ts';
import { isOwnerOrAdmin, samePersonAmong } from '#features/ownership/server/index.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import type { Cents } from '#kernel/money.ts';
import { fullName } from '#kernel/person.ts';
import { cursorAfter, cutPage, olderThan } from '#platform/server/database/cursors.ts';
import { highestFirst, type Queryable, rows } from '#platform/server/database/db.ts';
import { centsOf, epochMs } from '#platform/server/database/sql-values.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { Actor, UserActor } from '#platform/server/security/caller.ts';
import type { PropertyValue, ReviewedValuation, Valuation, ValuationStatus } from '../valuations.contract.ts';
import {
  loanToValueBps,
  netAssetValuePerShare,
  owedDebt,
  revaluation,
  valueSteps,
} from '../valuations.rules.ts';
import { filingTerms, firstDay, refuseFiling } from './file.ts';
import {
  currentValueOf,
  propertiesOf,
  type StoredHistory,
  valueHistories,
  valueHistory,
} from './value-source.ts';

/**
 * Whether the viewer may see a property; an invisible one answers like a missing one.
 * @throws PROPERTY_NOT_FOUND
 */
async function requireVisible(
  { db, propertyVisibility }: Pick<Platform, 'db' | 'propertyVisibility'>,
  actor: Actor,
  propertyId: number,
): Promise<{ ownerId: string }> {
  const [property] = await db
    .select({ ownerId: properties.ownerId })
    .from(properties)
    .where(eq(properties.id, propertyId));
  const visible = await propertyVisibility.visibleAmong(db, actor, [propertyId]);
  if (!property || !visible.has(propertyId)) throw new DomainError(offeringErrors.PROPERTY_NOT_FOUND);
  return property;
}

const isUser = (actor: Actor, userId: string) => actor.kind === 'user' && actor.userId === userId;

/** The newest trade of a property's shares that counts for its price. */
async function lastTradeOf(db: Queryable, propertyId: number) {
  const [trade] = await rows<{ cents: Cents; at: number }>(
    db,
    sql`select ${centsOf('t.price_per_share')} as cents, ${epochMs('t.at')} as at
        from resale_trades t
        where t.property_id = ${propertyId} and not exists (select 1 from resale_wash_trades w where w.trade_id = t.id)
        order by t.seq desc nulls last limit 1`,
  );
  return trade ? { pricePerShareCents: trade.cents, at: new Date(trade.at).toISOString() } : null;
}

/**
 * Value of a property and its shares, its basis, and its history.
 * @throws PROPERTY_NOT_FOUND
 */
export async function ofProperty(
  platform: Platform,
  actor: Actor,
  { propertyId }: { propertyId: number },
): Promise<PropertyValue> {
  const { db, clock } = platform;
  const { ownerId } = await requireVisible(platform, actor, propertyId);
  const now = clock.now();
  const history = await valueHistory(db, propertyId);
  const { value, valuationCents, debtCents, repaymentDueCents } = currentValueOf(history, now);
  const terms = isUser(actor, ownerId) ? await filingTerms(db, propertyId) : null;
  const refusal = terms && refuseFiling(terms);
  return {
    propertyId,
    value,
    offeringPriceCents: history.offeringPriceCents,
    valuationCents,
    debtCents,
    repaymentDueCents,
    loanToValueBps: loanToValueBps({ amountCents: valuationCents, debtCents }),
    equityOfferedBps: history.equityOfferedBps,
    totalShares: history.totalShares,
    lastTrade: await lastTradeOf(db, propertyId),
    steps: valueSteps(history, now),
    filing: terms && !refusal ? { from: firstDay(terms) } : null,
    filingRefusal: refusal?.message ?? null,
  };
}

const columns = {
  valuation: valuations,
  decision: valuationDecisions,
  document: propertyDocuments,
  mediaType: storedFiles.mediaType,
};

interface Row {
  valuation: typeof valuations.$inferSelect;
  decision: typeof valuationDecisions.$inferSelect | null;
  document: typeof propertyDocuments.$inferSelect | null;
  mediaType: string | null;
}

function viewOf({ valuation, decision, document, mediaType }: Row, history: StoredHistory): Valuation {
  const debtCents = owedDebt(valuation, history.repaidCents);
  return {
    id: valuation.id,
    propertyId: valuation.propertyId,
    effectiveOn: valuation.effectiveOn,
    amountCents: valuation.amountCents,
    debtCents,
    loanToValueBps: loanToValueBps({ amountCents: valuation.amountCents, debtCents }),
    basis: valuation.basis,
    isOffering: valuation.isOffering,
    perShareCents: netAssetValuePerShare(valuation, history),
    document: document && {
      id: document.id,
      title: document.title,
      mediaType: mediaType ?? '',
      withdrawn: document.withdrawnAt !== null,
    },
    filedAt: valuation.filedAt.toISOString(),
    status: decision?.decision ?? 'pending',
    decidedAt: decision?.decidedAt.toISOString() ?? null,
    reason: decision?.reason ?? null,
  };
}

interface PageInput {
  cursor?: string | undefined;
  limit: number;
}

/** The valuations of a property, the last filed first: approved ones for everyone, all for its owner and admins. */
export async function list(
  platform: Platform,
  actor: Actor,
  { propertyId, cursor, limit }: PageInput & { propertyId: number },
) {
  const { db } = platform;
  const { ownerId } = await requireVisible(platform, actor, propertyId);
  const seesAll = isOwnerOrAdmin(actor, { ownerId });
  const found = await db
    .select(columns)
    .from(valuations)
    .leftJoin(valuationDecisions, eq(valuationDecisions.valuationId, valuations.id))
    .leftJoin(propertyDocuments, eq(propertyDocuments.id, valuations.documentId))
    .leftJoin(storedFiles, eq(storedFiles.id, propertyDocuments.fileId))
    .where(
      and(
        eq(valuations.propertyId, propertyId),
        seesAll ? undefined : eq(valuationDecisions.decision, 'approved'),
        olderThan(cursor, valuations.filedAt, valuations.id),
      ),
    )
    .orderBy(highestFirst(valuations.filedAt), highestFirst(valuations.id))
    .limit(limit + 1);
  const history = await valueHistory(db, propertyId);
  const items = found.map((row) => viewOf(row, history));
  const page = cutPage(items, limit, (last) => cursorAfter(last.filedAt, last.id));
  return seesAll ? page : { ...page, items: page.items.map(withoutWithdrawnTitle) };
}

/** As everyone but the owner and admins sees it: the title of a withdrawn document may be why it was withdrawn. */
function withoutWithdrawnTitle({ document, ...valuation }: Valuation): Valuation {
  return { ...valuation, document: document?.withdrawn ? { ...document, title: '' } : document };
}

const owner = alias(users, 'owner');
const decider = alias(users, 'decider');

const ofStatus = (status: ValuationStatus | undefined): SQL | undefined => {
  if (status === undefined) return undefined;
  return status === 'pending'
    ? isNull(valuationDecisions.valuationId)
    : eq(valuationDecisions.decision, status);
};

/** Valuations filed by owners, the last filed first, with their effect on the value of a share. */
export async function reviewList(
  { db, clock }: Platform,
  actor: UserActor,
  { status, cursor, limit }: PageInput & { status?: ValuationStatus | undefined },
) {
  const found = await db
    .select({ ...columns, property: properties, owner, decider })
    .from(valuations)
    .innerJoin(properties, eq(properties.id, valuations.propertyId))
    .innerJoin(owner, eq(owner.id, properties.ownerId))
    .leftJoin(valuationDecisions, eq(valuationDecisions.valuationId, valuations.id))
    .leftJoin(decider, eq(decider.id, valuationDecisions.decidedBy))
    .leftJoin(propertyDocuments, eq(propertyDocuments.id, valuations.documentId))
    .leftJoin(storedFiles, eq(storedFiles.id, propertyDocuments.fileId))
    .where(
      and(not(valuations.isOffering), ofStatus(status), olderThan(cursor, valuations.filedAt, valuations.id)),
    )
    .orderBy(desc(valuations.filedAt), desc(valuations.id))
    .limit(limit + 1);
  const { items: shown, nextCursor } = cutPage(found, limit, ({ valuation }) =>
    cursorAfter(valuation.filedAt, valuation.id),
  );
  const histories = await valueHistories(db, propertiesOf(shown.map(({ property }) => property.id)));
  const own = await samePersonAmong(
    db,
    actor.userId,
    shown.map(({ property }) => property.ownerId),
  );
  const now = clock.now();
  const items = shown.map((row): ReviewedValuation => {
    const { property, valuation, decision, decider: by } = row;
    const history = present(histories.get(property.id), 'the history of a property');
    const change = revaluation(history, valuation, now);
    return {
      ...viewOf(row, history),
      propertyName: property.name,
      ownerName: fullName(row.owner),
      ownedByViewer: own.has(property.ownerId),
      decidedByName: by && fullName(by),
      beforeCents: decision?.beforeCents ?? change.beforeCents,
      afterCents: decision?.afterCents ?? change.afterCents,
      isLargeChange: decision ? decision.haltedUntil !== null : change.isLarge,
    };
  });
  return { items, nextCursor };
}
