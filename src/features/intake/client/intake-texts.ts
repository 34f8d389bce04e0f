import { formatUsdExact } from '#kernel/money.ts';
import { counted } from '#kernel/plural.ts';
import { STATES } from '#kernel/states.ts';
import {
  type IntakeDraft,
  type IntakeStep,
  intakePropertyType,
  type OwnershipInfo,
  ownershipChoice,
} from '../intake.contract.ts';
import {
  dollarsOf,
  FLEXIBLE_FUNDING_DAYS,
  type IntakeField,
  propertyTypeLabel,
  wholeNumber,
} from '../intake.rules.ts';

export const stepText: Record<IntakeStep, string> = {
  1: 'What the property is, and where. Fields marked * are required.',
  2: 'Upload what you have. We need at least one of: property deed, tax records, photos.',
  3: 'An estimate from local rates. Only you and the reviewers see it.',
  4: 'Who owns the property, and the terms on which you sell part of it.',
  5: 'Check what you entered. You can change every step until you submit.',
};

export const ownershipOptions = ownershipChoice.options.map((value) => ({
  value,
  label: value === 'other' ? 'Other' : `${value}%`,
}));

export const minimumInvestmentText = (value: OwnershipInfo['minimumInvestment']) =>
  `$${Number(value).toLocaleString('en-US')}`;

export const timelineText = (value: OwnershipInfo['targetFunding']) =>
  value === 'flexible' ? `Flexible (up to ${FLEXIBLE_FUNDING_DAYS} days)` : counted(Number(value), 'day');

function amountOf(text: string): string {
  const cents = dollarsOf(text);
  return cents === null ? text : formatUsdExact(cents);
}

function areaOf(text: string): string {
  const squareFeet = wholeNumber(text);
  return squareFeet === null ? text : `${squareFeet.toLocaleString('en-US')} sq ft`;
}

const percentOf = ({ otherPercentage }: OwnershipInfo) =>
  otherPercentage.trim() === '' ? '' : `${otherPercentage.replace('%', '').trim()}%`;

const stateName = new Map(STATES);

/** Value of a draft's field, in words; "" for an empty one. */
export function fieldText(field: IntakeField, { propertyDetails, ownershipInfo }: IntakeDraft): string {
  const { propertyType, state } = propertyDetails;
  const { ownershipPercentage, desiredLiquidation, minimumInvestment, targetFunding } = ownershipInfo;
  if (field === 'propertyType') {
    const known = intakePropertyType.safeParse(propertyType);
    return known.success ? propertyTypeLabel[known.data] : '';
  }
  if (field === 'state') return stateName.get(state) ?? '';
  if (field === 'otherPercentage') return ownershipPercentage === 'other' ? percentOf(ownershipInfo) : '';
  if (field === 'mortgageBalance' || field === 'monthlyPayment') return amountOf(ownershipInfo[field]);
  if (field === 'squareFootage' || field === 'lotSize') return areaOf(propertyDetails[field]);
  if (field === 'ownershipPercentage')
    return ownershipOptions.find(({ value }) => value === ownershipPercentage)?.label ?? '';
  if (field === 'desiredLiquidation') return `${desiredLiquidation}%`;
  if (field === 'minimumInvestment') return minimumInvestmentText(minimumInvestment);
  if (field === 'targetFunding') return timelineText(targetFunding);
  const texts: Partial<Record<IntakeField, string>> = { ...propertyDetails, ...ownershipInfo };
  return texts[field] ?? '';
}
