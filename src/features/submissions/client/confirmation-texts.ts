import { propertyTypeLabel, refuseYield } from '#features/properties/client/index.ts';
import { basisLabel } from '#features/valuations/client/index.ts';
import { formatBps, formatUsdExact } from '#kernel/money.ts';
import { counted } from '#kernel/plural.ts';
import type {
  ConfirmationItem,
  ConfirmedValue,
  FiledFields,
  ReviewedSubmission,
} from '../submissions.contract.ts';
import { confirmedIncome } from '../submissions.rules.ts';

const notAsked = 'The owner was not asked.';

/** The submitted figure of an item, in words: the owner's, or an estimate of the wizard. */
export function submittedText(item: ConfirmationItem, fields: FiledFields): string {
  switch (item) {
    case 'name':
      return `Owner: ${fields.name}`;
    case 'type':
      return `Owner: ${typeText(fields)}`;
    case 'valuation':
      return `${fields.estimates ? 'Estimate' : 'Owner'}: ${formatUsdExact(fields.valuationCents)}`;
    case 'netIncome':
      return notAsked;
    case 'yield':
      return fields.estimates ? `Estimate: ${formatBps(fields.estimates.capRateBps)}` : notAsked;
    case 'equity':
      return `Owner: ${formatBps(fields.equityOfferedBps)}`;
    case 'terms':
      return submittedTerms(fields);
    case 'position':
      return 'Optional. Without it, the property is not shown on maps.';
  }
}

function submittedTerms({ fundingDays, minimumInvestmentCents, mortgageCents }: FiledFields): string {
  const parts = [
    fundingDays !== null && counted(fundingDays, 'day'),
    minimumInvestmentCents !== null && `minimum investment of ${formatUsdExact(minimumInvestmentCents)}`,
    mortgageCents !== null &&
      (mortgageCents === 0 ? 'no mortgage' : `mortgage of ${formatUsdExact(mortgageCents)}`),
  ].filter((part) => part !== false);
  return parts.length === 0 ? notAsked : `Owner: ${parts.join(', ')}`;
}

function typeText({ propertyType, subtype }: Pick<FiledFields, 'propertyType' | 'subtype'>): string {
  return propertyTypeLabel[propertyType] + (subtype ? `, ${subtype}` : '');
}

/** A confirmed value in words. */
export function confirmedText(value: ConfirmedValue): string {
  switch (value.item) {
    case 'name':
      return value.name;
    case 'type':
      return typeText(value);
    case 'valuation':
      return `${formatUsdExact(value.valuationCents)}, ${basisLabel[value.basis].toLowerCase()}`;
    case 'netIncome':
      return `${formatUsdExact(value.netIncomeCents)} a year`;
    case 'yield':
      return formatBps(value.annualYieldBps);
    case 'equity':
      return formatBps(value.equityOfferedBps);
    case 'position':
      return `${value.latitude}, ${value.longitude}`;
    case 'terms': {
      const debt =
        value.mortgageCents === 0
          ? 'no debt'
          : `${formatUsdExact(value.mortgageCents)} of debt, of which the proceeds repay ${formatUsdExact(value.repaymentCents)}`;
      const order = `minimum investment of ${formatUsdExact(value.minimumInvestmentCents)}`;
      return `${counted(value.fundingDays, 'day')} ${goalText(value.minimumShares)}, ${order}; ${debt}`;
    }
  }
}

/** What is to be sold within the funding days. */
function goalText(minimumShares: number | null): string {
  if (minimumShares === 0) return 'without a minimum to sell';
  return minimumShares === null
    ? 'to sell all shares'
    : `to sell at least ${counted(minimumShares, 'share')}`;
}

/** Why the net income does not support a yield; null as long as one of the two is not confirmed. */
export function yieldProblem(
  value: ConfirmedValue | undefined,
  { confirmations }: Pick<ReviewedSubmission, 'confirmations'>,
): string | null {
  const income = confirmedIncome(confirmations);
  return value?.item === 'yield' && income ? refuseYield(income, value.annualYieldBps) : null;
}
