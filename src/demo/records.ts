import { appRouter } from '#app/server/app-router.ts';
import { demoBadgesOf } from '#features/properties/properties.rules.ts';
import { weeklySharesTraded } from '#features/resale/resale.rules.ts';
import { DEMO_USER } from '#kernel/demo.ts';
import { percentText, toDecimal } from '#kernel/money.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { createCallerFactory } from '#platform/server/transport/trpc.ts';
import { asDemoPerson } from './caller.ts';

const callerOf = createCallerFactory(appRouter);
type Caller = ReturnType<typeof callerOf>;

const MAX_PAGE_ITEMS = 100;

/** What a demo shows in the browser's storage, under the documented keys and in the documented shapes. */
export async function recordsOf(platform: Platform): Promise<Record<string, unknown>> {
  const api = callerOf(asDemoPerson(platform, 'investor'));
  const { items } = await api.properties.list({ limit: MAX_PAGE_ITEMS });
  const ids = items.map(({ id }) => id);
  const proposals: [string, unknown][] = [];
  for (const id of ids) proposals.push([`governance_${id}`, await proposalsOf(api, id)]);
  return {
    userProfile: await profile(api),
    properties: await properties(api, ids),
    userPurchases: await purchases(api),
    resaleListings: await listings(api),
    distributions: await distributions(callerOf(asDemoPerson(platform, 'owner'))),
    ...Object.fromEntries(proposals),
  };
}

async function profile(api: Caller) {
  const { answers } = await api.onboarding.record();
  const me = await api.identity.me();
  const [investmentGoal, motivation] = answers.investmentGoals ?? [];
  return {
    investmentGoal,
    motivation,
    riskTolerance: answers.riskTolerance,
    propertyTypes: answers.propertyTypes ?? [],
    completedAt: me?.createdAt,
  };
}

async function properties(api: Caller, ids: readonly number[]) {
  const found: unknown[] = [];
  for (const id of ids) {
    const one = await api.properties.detail({ id });
    const figures = await api.resale.tradingFigures({ propertyId: id });
    const activity = one.weeklySharesSold + weeklySharesTraded(figures);
    const [city = '', state = ''] = one.location.split(', ');
    const percentLeft = Math.floor((100 * one.availableShares) / one.totalShares);
    const badges = demoBadgesOf(one);
    const price = toDecimal(one.pricePerShareCents);
    const valuation = toDecimal(one.valuationCents);
    found.push({
      id,
      name: one.name,
      address: one.streetAddress ?? one.location,
      city,
      state,
      propertyType: one.propertyType,
      imageUrl: one.imageUrl,
      annualYield: `${percentText(one.annualYieldBps)}%`,
      pricePerShare: price,
      sharePrice: price,
      totalValuation: valuation,
      equitySold: 100 - percentLeft,
      equityAvailable: percentLeft,
      valuation,
      location: one.location,
      hot: badges.includes('Hot'),
      trending: badges.includes('Trending'),
      investmentActivity: activity,
      listingDate: one.createdAt,
    });
  }
  return found;
}

async function purchases(api: Caller) {
  const { items } = await api.transactions.list({ type: 'purchase', limit: MAX_PAGE_ITEMS });
  return items.map(({ id, property, shares, pricePerShareCents, amountCents, transactionFeeCents, at }) => ({
    id,
    propertyId: property?.id,
    propertyName: property?.name,
    shares,
    sharePrice: pricePerShareCents === null ? null : toDecimal(pricePerShareCents),
    totalAmount: toDecimal(-amountCents - transactionFeeCents),
    purchaseDate: at,
    // Only the primary market takes a fee.
    isResale: transactionFeeCents === 0,
  }));
}

async function listings(api: Caller) {
  const others = await api.resale.listings({ limit: MAX_PAGE_ITEMS });
  const own = await api.resale.ownListings({ state: 'open', limit: MAX_PAGE_ITEMS });
  const all = [
    ...own.items.map((one) => ({ ...one, sellerId: DEMO_USER.id })),
    ...others.items.map(({ property, seller, ...one }) => ({
      ...one,
      propertyId: property.id,
      propertyName: property.name,
      sellerId: seller,
    })),
  ];
  return all.map(({ id, propertyId, propertyName, sellerId, sharesLeft, pricePerShareCents, openedAt }) => ({
    id,
    propertyId,
    propertyName,
    sellerId,
    sharesForSale: sharesLeft,
    pricePerShare: toDecimal(pricePerShareCents),
    listedAt: openedAt,
  }));
}

/** What the owner's distribution screen shows. */
async function distributions(api: Caller) {
  const overview = await api.distributions.ownerOverview();
  const { items } = await api.distributions.ownerHistory({ limit: MAX_PAGE_ITEMS });
  return {
    totalPaid: toDecimal(overview.totalPaidCents),
    totalPending: toDecimal(overview.totalPendingCents),
    nextPaymentDate: overview.nextPaymentDate,
    rows: items.map(({ amountCents, ...row }) => ({ ...row, amount: toDecimal(amountCents) })),
  };
}

async function proposalsOf(api: Caller, propertyId: number) {
  const { items } = await api.governance.proposals({ propertyId });
  return items.map(({ id, title, description, dateCreated, votingDeadline, status, ...one }) => ({
    id,
    propertyId,
    title,
    description,
    dateCreated,
    votingDeadline,
    status,
    ...(one.outcome && { outcome: one.outcome }),
    votes: { yes: one.votes.yes.shares, no: one.votes.no.shares, abstain: one.votes.abstain.shares },
    ...(one.userVote && { userVote: one.userVote }),
  }));
}
