import { DEFAULT_FUNDING_DAYS } from '#features/offerings/offering-terms.contract.ts';
import { incomeYieldText, refuseYield } from '#features/properties/client/index.ts';
import { bpsToDecimal, parsePercent, toDecimal } from '#kernel/money.ts';
import { typedDegrees } from '#kernel/typed-degrees.ts';
import { typedUsd, typedWholeNumber } from '#kernel/typed-numbers.ts';
import {
  type ConfirmationItem,
  type ConfirmedValue,
  confirmedValue,
  type ReviewedSubmission,
} from '../submissions.contract.ts';
import { confirmedIncome } from '../submissions.rules.ts';

/** A field of a confirmation as it is typed. */
export interface TypedField {
  name: string;
  label: string;
  kind: 'text' | 'money' | 'percent' | 'whole' | 'degrees' | 'type' | 'basis';
  optional?: true;
  hint?: string;
}

export const fieldsOfItem: Record<ConfirmationItem, readonly TypedField[]> = {
  name: [{ name: 'name', label: 'Name', kind: 'text' }],
  type: [
    { name: 'propertyType', label: 'Property type', kind: 'type' },
    { name: 'subtype', label: 'Subtype', kind: 'text', optional: true },
  ],
  valuation: [
    {
      name: 'valuationCents',
      label: 'Valuation',
      kind: 'money',
      hint: 'The document that states it must have a date before you can approve.',
    },
    { name: 'basis', label: 'Based on', kind: 'basis' },
  ],
  netIncome: [{ name: 'netIncomeCents', label: 'Annual net income', kind: 'money' }],
  yield: [{ name: 'annualYieldBps', label: 'Annual yield', kind: 'percent' }],
  equity: [{ name: 'equityOfferedBps', label: 'Equity offered', kind: 'percent' }],
  terms: [
    { name: 'fundingDays', label: 'Funding days', kind: 'whole' },
    {
      name: 'minimumShares',
      label: 'Shares that must be sold',
      kind: 'whole',
      optional: true,
      hint: 'Leave empty to require all shares.',
    },
    { name: 'minimumInvestmentCents', label: 'Minimum investment', kind: 'money' },
    {
      name: 'mortgageCents',
      label: 'Mortgage and other debt',
      kind: 'money',
      hint: 'Enter 0 if the documents show none.',
    },
    {
      name: 'repaymentCents',
      label: 'Repaid from the proceeds',
      kind: 'money',
      hint: 'What the lender gets before the owner gets anything.',
    },
  ],
  position: [
    { name: 'latitude', label: 'Latitude', kind: 'degrees', hint: 'For the address in the document.' },
    { name: 'longitude', label: 'Longitude', kind: 'degrees' },
  ],
};

const money = (cents: number | null) => (cents === null ? '' : toDecimal(cents));

/** What the confirmed net income says beside the field of the yield; undefined for other fields. */
export function incomeHint(
  item: ConfirmationItem,
  { confirmations }: Pick<ReviewedSubmission, 'confirmations'>,
): string | undefined {
  if (item !== 'yield') return undefined;
  const income = confirmedIncome(confirmations);
  if (!income)
    return 'Confirm the valuation and the annual net income first: the yield must agree with them.';
  return `The confirmed net income is ${incomeYieldText(income)} of the valuation.`;
}

/** The wizard's estimate of the yield, where the confirmed net income supports it. */
function supportedEstimate({
  fields,
  confirmations,
}: Pick<ReviewedSubmission, 'fields' | 'confirmations'>): string {
  const income = confirmedIncome(confirmations);
  const estimate = fields.estimates?.capRateBps;
  if (!income || estimate === undefined || refuseYield(income, estimate) !== null) return '';
  return bpsToDecimal(estimate);
}

/** Initial values of an item's fields: the confirmed ones, else the owner's. The wizard's valuation is only an estimate. */
export function typedAtFirst(
  item: ConfirmationItem,
  { fields, confirmations }: Pick<ReviewedSubmission, 'fields' | 'confirmations'>,
): Record<string, string> {
  const confirmed = confirmations.find(({ value }) => value.item === item);
  const submitted: Record<string, string> = {
    name: fields.name,
    propertyType: fields.propertyType,
    subtype: fields.subtype ?? '',
    valuationCents: fields.estimates ? '' : money(fields.valuationCents),
    basis: '',
    equityOfferedBps: bpsToDecimal(fields.equityOfferedBps),
    annualYieldBps: supportedEstimate({ fields, confirmations }),
    netIncomeCents: '',
    fundingDays: String(fields.fundingDays ?? DEFAULT_FUNDING_DAYS),
    minimumShares: '',
    minimumInvestmentCents: money(fields.minimumInvestmentCents ?? 0),
    mortgageCents: money(fields.mortgageCents),
    repaymentCents: money(fields.mortgageCents),
  };
  const values = confirmed ? (confirmed.value as Record<string, unknown>) : {};
  return Object.fromEntries(
    fieldsOfItem[item].map(({ name, kind }) => [
      name,
      confirmed ? textOf(values[name], kind) : (submitted[name] ?? ''),
    ]),
  );
}

function textOf(value: unknown, kind: TypedField['kind']): string {
  if (value === null || value === undefined) return '';
  if (kind === 'money') return toDecimal(Number(value));
  return kind === 'percent' ? bpsToDecimal(Number(value)) : String(value);
}

function valueOfField({ kind, optional }: TypedField, text: string): unknown {
  if (text.trim() === '') return optional ? null : undefined;
  if (kind === 'money') return typedUsd(text) ?? Number.NaN;
  if (kind === 'percent') return parsePercent(text) ?? Number.NaN;
  if (kind === 'degrees') return typedDegrees(text);
  return kind === 'whole' ? (typedWholeNumber(text) ?? Number.NaN) : text;
}

const problemOf: Record<TypedField['kind'], string> = {
  text: 'Fill in this field.',
  type: 'Choose a type.',
  basis: 'Choose what the valuation is based on.',
  money: 'Enter an amount in dollars, such as 1,250,000.',
  percent: 'Enter a percentage up to 100 with at most two decimals.',
  whole: 'Enter a whole number.',
  degrees: 'Enter degrees, such as 25.7617 or -80.1918.',
};

/** The value of an item as it is typed, or the errors by field. */
export function readTyped(
  item: ConfirmationItem,
  typed: Readonly<Record<string, string>>,
): { value: ConfirmedValue } | { problems: Record<string, string> } {
  const fields = fieldsOfItem[item];
  const entries = fields.map((field) => [field.name, valueOfField(field, typed[field.name] ?? '')]);
  const parsed = confirmedValue.safeParse({ item, ...Object.fromEntries(entries) });
  if (parsed.success) return { value: parsed.data };
  const wrong = new Map(parsed.error.issues.map((issue) => [issue.path[0], issue]));
  const problems: Record<string, string> = {};
  for (const { name, kind } of fields) {
    const issue = wrong.get(name);
    if (issue) problems[name] = issue.code === 'custom' ? issue.message : problemOf[kind];
  }
  return { problems };
}
