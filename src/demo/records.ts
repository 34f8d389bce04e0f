import { appRouter } from '#app/server/app-router.ts';
import { emptyDraft } from '#features/intake/intake.rules.ts';
import { demoBadgesOf } from '#features/properties/properties.rules.ts';
import { visibleEntity } from '#features/properties/server/index.ts';
import { weeklySharesTraded } from '#features/resale/resale.rules.ts';
import type { SubmissionDocumentKind } from '#features/submissions/submissions.contract.ts';
import { DEMO_USER, type DemoPerson } from '#kernel/demo.ts';
import { bpsToDecimal, multiply, toDecimal } from '#kernel/money.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { createCallerFactory } from '#platform/server/transport/trpc.ts';
import { asDemoPerson } from './caller.ts';

const callerOf = createCallerFactory(appRouter);
type Caller = ReturnType<typeof callerOf>;

const MAX_PAGE_ITEMS = 100;

/** Computes some of the records. */
type RecordsPart = () => Promise<Record<string, unknown>>;

/**
 * Records of a demo in the browser's storage, under the documented keys and in the documented shapes; in parts, so that
 * calls can be answered in between.
 */
export function recordsInParts(platform: Platform, wizardUser: DemoPerson): RecordsPart[] {
  const [investor, owner, admin] = (['investor', 'owner', 'admin'] as const).map((person) =>
    callerOf(asDemoPerson(platform, person)),
  ) as [Caller, Caller, Caller];
  return [
    async () => ({ userPurchases: await purchases(investor) }),
    async () => ({ resaleListings: await listings(investor) }),
    async () => ({ watchlist: await watchlist(platform, investor) }),
    () => autoInvest(investor),
    () => identityCheck(investor),
    async () => ({ referrals: await referrals(investor), userProfile: await profile(investor) }),
    async () => ({ properties: await properties(investor, await listedIds(investor)) }),
    () => proposalsOfAll(investor),
    () => reports(investor),
    async () => ({ documents: await documents(investor) }),
    async () => ({ distributions: await distributions(owner) }),
    async () => ({ ownerPortfolio: await ownerPortfolio(owner) }),
    wizardPart(platform, wizardUser),
    async () => ({ adminAnalytics: await adminAnalytics(admin) }),
  ];
}

/** The record of the intake wizard, with the draft of one person. */
export const wizardPart =
  (platform: Platform, person: DemoPerson): RecordsPart =>
  async () => ({ ownerIntakeWizard: await intakeWizard(callerOf(asDemoPerson(platform, person))) });

/** All records at once, for the person that the demo begins as. */
export async function recordsOf(platform: Platform): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const part of recordsInParts(platform, 'investor')) Object.assign(found, await part());
  return found;
}

async function listedIds(api: Caller): Promise<number[]> {
  const { items } = await api.properties.list({ limit: MAX_PAGE_ITEMS });
  return items.map(({ id }) => id);
}

async function proposalsOfAll(api: Caller) {
  const found: Record<string, unknown> = {};
  for (const id of await listedIds(api)) found[`governance_${id}`] = await proposalsOf(api, id);
  return found;
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

async function autoInvest(api: Caller) {
  const { settings, recent } = await api.autoInvest.overview();
  return {
    autoInvestSettings: {
      enabled: settings.enabled,
      minYield: settings.minYieldBps / 100,
      propertyTypes: settings.propertyTypes,
      maxInvestmentPerProperty: settings.maxPerPropertyCents / 100,
      monthlyAutoInvestLimit: settings.monthlyLimitCents / 100,
      autoInvestAmount: settings.amountCents / 100,
    },
    autoInvestMatches: recent.map(({ id, propertyName, amountCents, annualYieldBps, date, reason }) => ({
      id,
      propertyName,
      amountInvested: amountCents / 100,
      yield: annualYieldBps / 100,
      date,
      reason,
    })),
  };
}

/** The date of birth and the SSN are stored encrypted only, and no procedure answers them. */
async function identityCheck(api: Caller) {
  const { status, personal, address, employment, documents, submittedAt } = await api.kyc.application();
  const { firstName, lastName, phone } = personal;
  const { investorStatus, ...work } = employment;
  return {
    kycStatus: status,
    kycData: {
      personalInfo: { firstName, lastName, dateOfBirth: null, ssn: null, phone, ...address },
      employment: work,
      documents: {
        idDocument: documents.idDocument?.name ?? null,
        proofOfAddress: documents.proofOfAddress?.name ?? null,
        incomeVerification: documents.incomeVerification?.name ?? null,
      },
      investorStatus,
      riskDisclosure: submittedAt !== null,
    },
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
    // By the offering, so that the documented formula gives the shares: valuation × equity ÷ price.
    const valuation = toDecimal(multiply(one.pricePerShareCents, one.totalShares));
    found.push({
      id,
      name: one.name,
      address: one.streetAddress ?? one.location,
      city,
      state,
      propertyType: one.propertyType,
      imageUrl: one.imageUrl,
      annualYield: `${bpsToDecimal(one.annualYieldBps)}%`,
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

async function referrals(api: Caller) {
  const { code, totalReferrals, successfulReferrals, bonusShares } = await api.referrals.overview();
  const { items } = await api.referrals.list({ limit: MAX_PAGE_ITEMS });
  return {
    referralCode: code,
    totalReferrals,
    successfulReferrals,
    bonusShares,
    rows: items.map(({ totalInvestedCents, ...row }) => ({
      ...row,
      totalInvested: toDecimal(totalInvestedCents),
    })),
  };
}

async function watchlist(platform: Platform, api: Caller) {
  const { items } = await api.watchlist.list({ limit: MAX_PAGE_ITEMS });
  const { actor } = asDemoPerson(platform, 'investor').caller;
  const found: unknown[] = [];
  for (const { id, property: card, ...item } of items) {
    if (card === null) continue;
    const { streetAddress, zipCode, latitude, longitude, ...property } = await visibleEntity(
      platform.db,
      actor,
      id,
    );
    found.push({
      id,
      property: { ...property, status: 'active' },
      addedAt: item.addedAt,
      priceWhenAdded: toDecimal(item.valueWhenAdded.perShareCents),
      yieldWhenAdded: bpsToDecimal(item.yieldWhenAddedBps),
    });
  }
  return found;
}

const percent = (bps: number | null) => (bps === null ? null : bps / 100);

/** Reports of every year. */
async function reports(api: Caller) {
  const { periods } = await api.reports.overview({});
  const years: Awaited<ReturnType<Caller['reports']['overview']>>[] = [];
  for (const { year } of periods) years.push(await api.reports.overview({ year }));
  return {
    monthlyStatements: years.flatMap(({ statements }) =>
      statements.map((one) => ({
        month: one.month,
        totalIncome: toDecimal(one.totalIncomeCents),
        properties: one.properties.map(({ name, shares, incomeCents, yieldBps }) => ({
          name,
          shares,
          income: toDecimal(incomeCents),
          yield: percent(yieldBps),
        })),
        fees: toDecimal(one.feesCents),
        netIncome: toDecimal(one.netIncomeCents),
      })),
    ),
    capitalGains: years.flatMap(({ capitalGains }) =>
      capitalGains.items.map((one) => ({
        id: one.id,
        propertyName: one.propertyName,
        sharesSold: one.sharesSold,
        salePrice: toDecimal(one.salePriceCents),
        purchasePrice: toDecimal(one.purchasePriceCents),
        saleDate: one.saleDate,
        gainLoss: toDecimal(one.gainLossCents),
        gainLossPercentage: percent(one.gainLossBps),
      })),
    ),
    performanceMetrics: years[0]?.performance.byPeriod.map((one) => ({
      period: one.label,
      totalInvestment: toDecimal(one.totalInvestmentCents),
      currentValue: toDecimal(one.currentValueCents),
      totalIncome: toDecimal(one.totalIncomeCents),
      totalReturn: toDecimal(one.totalReturnCents),
      totalReturnPercentage: percent(one.totalReturnRate.bps),
    })),
  };
}

/** Entries of the document center. */
async function documents(api: Caller) {
  const { items } = await api.documentCenter.list();
  return items.map(({ id, name, type, category, dateCreated, fileSize, propertyName, description }) => ({
    id,
    name,
    type,
    category,
    dateCreated,
    fileSize,
    propertyName,
    description,
  }));
}

/** Data of the owner's distribution screen. */
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

/** Data of the platform's analytics. */
async function adminAnalytics(api: Caller) {
  const figures = await api.analytics.figures({});
  const { items } = await api.analytics.properties({ limit: MAX_PAGE_ITEMS });
  return {
    totalPropertiesListed: figures.totalPropertiesListed,
    totalEquityRaised: toDecimal(figures.totalEquityRaisedCents),
    averageYield: (figures.averageYieldBps ?? 0) / 100,
    activeInvestorCount: figures.activeInvestorCount,
    distributionVolumeYTD: toDecimal(figures.distributionVolumeYtdCents),
    properties: items.map((one) => ({
      id: one.id,
      name: one.name,
      valuation: toDecimal(one.valuationCents),
      equitySold: toDecimal(one.equitySoldCents),
      investorCount: one.investorCount,
      avgYield: one.annualYieldBps / 100,
      totalRaised: toDecimal(one.totalRaisedCents),
      status: one.status,
    })),
    monthlyTrends: figures.monthlyTrends.map(({ month, equityCents, distributionsCents }) => ({
      month,
      equity: toDecimal(equityCents),
      distributions: toDecimal(distributionsCents),
    })),
  };
}

/** Data of the owner dashboard. */
async function ownerPortfolio(api: Caller) {
  const figures = await api.owners.portfolio();
  const { items } = await api.owners.properties({ limit: MAX_PAGE_ITEMS });
  const owned: unknown[] = [];
  for (const one of items) {
    const holders = await api.properties.shareholders({ propertyId: one.id, limit: MAX_PAGE_ITEMS });
    const { lastMonthIncomeCents } = one;
    owned.push({
      id: one.id,
      name: one.name,
      totalValuation: toDecimal(one.totalValuationCents),
      equitySold: toDecimal(one.equitySoldCents),
      monthlyYield: toDecimal(one.monthlyYieldCents),
      lastMonthIncome: lastMonthIncomeCents === null ? null : toDecimal(lastMonthIncomeCents),
      capRate: one.capRateBps / 100,
      status: one.status,
      investors: holders.items.map(({ name, shares }) => ({ name, shares })),
    });
  }
  return {
    totalEquityRaised: toDecimal(figures.totalEquityRaisedCents),
    numberOfInvestors: figures.numberOfInvestors,
    equityRemaining: toDecimal(figures.equityRemainingCents),
    monthlyDistributionsOwed: toDecimal(figures.monthlyDistributionsOwedCents),
    properties: owned,
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

/** The owner's intake draft; an empty one while there is none. */
async function intakeWizard(api: Caller) {
  const draft = await api.intake.draft();
  const { propertyDetails, ownershipInfo, currentStep } = draft ?? emptyDraft;
  const { otherPercentage, ownershipPercentage, ...ownership } = ownershipInfo;
  const documents = await intakeDocuments(api, draft?.receipt?.id ?? null);
  const nameOf = (kind: SubmissionDocumentKind) =>
    documents.find((one) => one.kind === kind)?.file.name ?? null;
  const estimates = draft?.valuationData?.estimates;
  return {
    propertyDetails,
    documents: {
      deed: nameOf('deed'),
      taxRecords: nameOf('taxRecords'),
      insurance: nameOf('insurance'),
      inspection: nameOf('inspection'),
      appraisal: nameOf('appraisal'),
      photos: documents.filter(({ kind }) => kind === 'photo').map(({ file }) => file.name),
    },
    valuationData: estimates
      ? {
          estimatedValue: toDecimal(estimates.valueCents),
          rentEstimate: toDecimal(estimates.monthlyRentCents),
          capRate: bpsToDecimal(estimates.capRateBps).slice(0, -1),
          confidence: estimates.confidence,
          comparables: estimates.comparables.map((one) => ({
            address: one.address,
            price: toDecimal(one.priceCents),
            sqft: one.squareFeet,
            pricePerSqft: toDecimal(one.pricePerSquareFootCents),
          })),
        }
      : null,
    ownershipInfo: {
      ...ownership,
      ownershipPercentage: ownershipPercentage === 'other' ? otherPercentage : ownershipPercentage,
    },
    currentStep,
    completed: draft?.completed ?? false,
  };
}

/** The documents of the wizard: of the submission, or as far as they are uploaded. */
async function intakeDocuments(api: Caller, submissionId: string | null) {
  if (submissionId === null) return api.submissions.unfiled({ wayIn: 'wizard' });
  return (await api.submissions.own({ submissionId })).documents;
}
