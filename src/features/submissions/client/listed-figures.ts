import { closingText, deadlineOf } from '#features/offerings/client/index.ts';
import { formatBps, formatUsdExact } from '#kernel/money.ts';
import { counted } from '#kernel/plural.ts';
import { type ReviewedSubmission, SUBMISSION_PRICE_PER_SHARE_CENTS } from '../submissions.contract.ts';
import { confirmedFigures, minimumOrderOf, sharesOf } from '../submissions.rules.ts';

/** The property as it would be on the market if it were approved now; nothing until all figures are confirmed. */
export function listedFigures(
  { confirmations, missing }: Pick<ReviewedSubmission, 'confirmations' | 'missing'>,
  now: Date,
): { term: string; value: string }[] {
  if (missing.length > 0) return [];
  const figures = confirmedFigures(confirmations);
  const shares = sharesOf(figures);
  const { fundingDays, minimumShares } = figures.terms;
  const deadline = deadlineOf({ minimumShares: minimumShares ?? shares, fundingDays }, now);
  const order = minimumOrderOf(figures.terms.minimumInvestmentCents, shares);
  return [
    { term: 'Valuation', value: formatUsdExact(figures.valuationCents) },
    {
      term: 'Shares',
      value: `${shares.toLocaleString('en-US')} at ${formatUsdExact(SUBMISSION_PRICE_PER_SHARE_CENTS)}`,
    },
    { term: 'Annual yield', value: formatBps(figures.annualYieldBps) },
    { term: 'Minimum order', value: counted(order, 'share') },
    { term: 'Funding days', value: String(fundingDays) },
    { term: 'Closes', value: closingText(deadline, now) },
    { term: 'Mortgage and other debt', value: formatUsdExact(figures.terms.mortgageCents) },
    { term: 'Repaid from the proceeds', value: formatUsdExact(figures.terms.repaymentCents) },
  ];
}
