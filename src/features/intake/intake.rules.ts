import {
  type FiledFields,
  type FiledSubmission,
  SUBMISSION_PRICE_PER_SHARE_CENTS,
  type SubmissionDocumentKind,
} from '#features/submissions/submissions.contract.ts';
import {
  type BasisPoints,
  bpsToDecimal,
  type Cents,
  MAX_CENTS,
  parsePercent,
  toDecimal,
  WHOLE_BPS,
} from '#kernel/money.ts';
import { lineText, zipCode as zipCodeText } from '#kernel/schemas.ts';
import { typedUsd, ungrouped } from '#kernel/typed-numbers.ts';
import { stateOfZip, zipArea } from '#kernel/zip-codes.ts';
import {
  type IntakeDraft,
  type IntakePropertyType,
  type IntakeStep,
  intakePropertyType,
  liquidationChoice,
  MAX_SQUARE_FEET,
  minimumInvestmentChoice,
  type OwnershipInfo,
  ownershipChoice,
  type PropertyDetails,
  timelineChoice,
  type ValuationData,
} from './intake.contract.ts';

/** Content of a wizard's submission, without its documents. */
type WizardFiling = Omit<Extract<FiledSubmission, { wayIn: 'wizard' }>, 'documentIds' | 'earlierId'>;

/** Days of an offering with the choice "flexible". */
export const FLEXIBLE_FUNDING_DAYS = 365;

export const stepTitle: Record<IntakeStep, string> = {
  1: 'Property Details',
  2: 'Documents Upload',
  3: 'Valuation Estimator',
  4: 'Ownership Info',
  5: 'Review and Submit',
};

const emptyDetails: PropertyDetails = {
  propertyType: '',
  address: '',
  city: '',
  state: '',
  zipCode: '',
  yearBuilt: '',
  squareFootage: '',
  bedrooms: '',
  bathrooms: '',
  lotSize: '',
  description: '',
};

const emptyOwnership: OwnershipInfo = {
  ownerName: '',
  ownershipPercentage: '',
  otherPercentage: '',
  mortgageBalance: '',
  monthlyPayment: '',
  desiredLiquidation: '10',
  minimumInvestment: '100',
  targetFunding: '60',
};

export const emptyDraft: IntakeDraft = {
  propertyDetails: emptyDetails,
  ownershipInfo: emptyOwnership,
  currentStep: 1,
};

export type IntakeField = keyof PropertyDetails | keyof OwnershipInfo;

/** The labels, in the order of the steps. */
export const fieldLabel: Record<IntakeField, string> = {
  propertyType: 'Property Type',
  address: 'Property Address',
  city: 'City',
  state: 'State',
  zipCode: 'ZIP Code',
  yearBuilt: 'Year built',
  squareFootage: 'Square Footage',
  bedrooms: 'Bedrooms',
  bathrooms: 'Bathrooms',
  lotSize: 'Lot size',
  description: 'Description',
  ownerName: 'Owner name',
  ownershipPercentage: 'Ownership percentage',
  otherPercentage: 'Percentage owned',
  mortgageBalance: 'Mortgage balance',
  monthlyPayment: 'Monthly payment',
  desiredLiquidation: 'Desired liquidation',
  minimumInvestment: 'Minimum investment',
  targetFunding: 'Target funding',
};

export const propertyTypeLabel: Record<IntakePropertyType, string> = {
  'single-family': 'Single-Family',
  condo: 'Condo',
  townhouse: 'Townhouse',
  duplex: 'Duplex',
  'multi-family': 'Multi-Family',
  commercial: 'Commercial',
};

/** Why a field is not valid yet, or the step as a whole. */
export interface Problem {
  field: IntakeField | null;
  /** Whether nothing was entered; otherwise it is wrong. */
  isMissing: boolean;
  message: string;
}

/** A whole number as people type it, such as "2,400"; null when it is none. */
export function wholeNumber(text: string): number | null {
  const digits = ungrouped(text.trim());
  return /^\d{1,10}$/.test(digits) ? Number(digits) : null;
}

/** Dollars as people type them, such as "$250,000"; null when they are none. */
export function dollarsOf(text: string): Cents | null {
  const amount = typedUsd(text);
  return amount === null || amount < 0 || amount > MAX_CENTS ? null : amount;
}

const isBlank = (text: string) => text.trim() === '';

const missing = (field: IntakeField): Problem => ({
  field,
  isMissing: true,
  message: `Enter the ${fieldLabel[field].toLowerCase().replace('zip', 'ZIP')}.`,
});
const wrong = (field: IntakeField, message: string): Problem => ({ field, isMissing: false, message });

const isLine = (text: string, max: number) => lineText(max, 'x').safeParse(text).success;

const maxLineCharacters: Partial<Record<IntakeField, number>> = { address: 120, city: 100, ownerName: 120 };

/** A required text of one line. */
function lineProblem(field: 'address' | 'city' | 'ownerName', text: string): Problem | null {
  if (isBlank(text)) return missing(field);
  const max = maxLineCharacters[field] ?? 0;
  return isLine(text, max) ? null : wrong(field, `At most ${max} characters on one line.`);
}

/** An optional whole number within bounds. */
function numberProblem(
  field: IntakeField,
  text: string,
  [min, max]: readonly [number, number],
): Problem | null {
  if (isBlank(text)) return null;
  const value = wholeNumber(text);
  const range = `${min.toLocaleString('en-US')} to ${max.toLocaleString('en-US')}`;
  return value !== null && min <= value && value <= max
    ? null
    : wrong(field, `Enter a whole number from ${range}.`);
}

const isZipCode = (text: string) => zipCodeText.safeParse(text).success;

/** The state that was chosen, else the one of the ZIP code. */
export function stateOf({ state, zipCode }: Pick<PropertyDetails, 'state' | 'zipCode'>): string | null {
  return state === '' ? stateOfZip(zipCode.trim()) : state;
}

const EARLIEST_YEAR = 1600;

function detailProblems(details: PropertyDetails, now: Date): (Problem | null)[] {
  const { zipCode, squareFootage, yearBuilt, bathrooms } = details;
  const nextYear = now.getUTCFullYear() + 1;
  const year = wholeNumber(yearBuilt);
  const isYear = isBlank(yearBuilt) || (year !== null && EARLIEST_YEAR <= year && year <= nextYear);
  return [
    lineProblem('address', details.address),
    lineProblem('city', details.city),
    isZipCode(zipCode) && stateOf(details) === null
      ? { field: 'state', isMissing: true, message: 'Choose the state.' }
      : null,
    isBlank(zipCode)
      ? missing('zipCode')
      : isZipCode(zipCode)
        ? null
        : wrong('zipCode', 'Enter a ZIP code, such as 12345 or 12345-6789.'),
    isYear ? null : wrong('yearBuilt', `Enter a year from ${EARLIEST_YEAR} to ${nextYear}.`),
    isBlank(squareFootage)
      ? missing('squareFootage')
      : numberProblem('squareFootage', squareFootage, [1, MAX_SQUARE_FEET]),
    numberProblem('bedrooms', details.bedrooms, [0, 10_000]),
    isBlank(bathrooms) || /^\d{1,4}(\.[05])?$/.test(bathrooms.trim())
      ? null
      : wrong('bathrooms', 'Enter whole or half bathrooms, such as 2 or 2.5.'),
    numberProblem('lotSize', details.lotSize, [0, 2_000_000_000]),
  ];
}

/** The owned part in basis points; null while it is not given, or not a percentage from 1 to 100. */
export function ownershipBps(info: Pick<OwnershipInfo, 'ownershipPercentage' | 'otherPercentage'>) {
  const text = info.ownershipPercentage === 'other' ? info.otherPercentage : info.ownershipPercentage;
  const bps = parsePercent(text.replace('%', ''));
  return bps !== null && bps >= 100 && bps <= WHOLE_BPS ? bps : null;
}

export const liquidationBps = ({ desiredLiquidation }: OwnershipInfo): BasisPoints =>
  Number(desiredLiquidation) * 100;

/** Whether the offered part of this value is worth at least one share. */
function isWorthAShare(valueCents: Cents, bps: BasisPoints): boolean {
  return BigInt(valueCents) * BigInt(bps) >= BigInt(WHOLE_BPS) * BigInt(SUBMISSION_PRICE_PER_SHARE_CENTS);
}

function ownershipProblems(info: OwnershipInfo, valuation: ValuationData | null): (Problem | null)[] {
  const amount = (field: 'mortgageBalance' | 'monthlyPayment') =>
    isBlank(info[field]) || dollarsOf(info[field]) !== null
      ? null
      : wrong(field, 'Enter an amount in dollars, such as 250,000.');
  const isOther = info.ownershipPercentage === 'other';
  return [
    lineProblem('ownerName', info.ownerName),
    info.ownershipPercentage === ''
      ? { ...missing('ownershipPercentage'), message: 'Choose the ownership percentage.' }
      : null,
    isOther && isBlank(info.otherPercentage) ? missing('otherPercentage') : null,
    isOther && !isBlank(info.otherPercentage) && ownershipBps(info) === null
      ? wrong('otherPercentage', 'Enter a percentage from 1 to 100.')
      : null,
    amount('mortgageBalance'),
    amount('monthlyPayment'),
    valuation && !isWorthAShare(valuation.estimates.valueCents, liquidationBps(info))
      ? wrong(
          'desiredLiquidation',
          'This percentage is worth less than one share of $100. Choose a larger one.',
        )
      : null,
  ];
}

/** One of these documents is required. */
const requiredKinds: readonly SubmissionDocumentKind[] = ['deed', 'taxRecords', 'photo'];

function valuationProblem(details: PropertyDetails, valuation: ValuationData | null): Problem | null {
  const problem = (message: string): Problem => ({ field: null, isMissing: true, message });
  if (valuation === null) return problem('Calculate the valuation.');
  return isOutdated(details, valuation)
    ? problem('The ZIP code or the square footage changed. Calculate the valuation again.')
    : null;
}

/** Whether an estimate was made of another place or size. */
export function isOutdated(details: PropertyDetails, valuation: ValuationData): boolean {
  return (
    zipArea(details.zipCode.trim()) !== zipArea(valuation.zipCode) ||
    wholeNumber(details.squareFootage) !== valuation.squareFeet
  );
}

/** What the steps are validated with, beside the typed fields. */
interface StepFacts {
  valuation: ValuationData | null;
  documentKinds: readonly SubmissionDocumentKind[];
  now: Date;
}

/** Why a step is not valid yet, in the order of its fields; nothing once it is. */
export function problemsOf(
  step: IntakeStep,
  { propertyDetails, ownershipInfo }: Pick<IntakeDraft, 'propertyDetails' | 'ownershipInfo'>,
  { valuation, documentKinds, now }: StepFacts,
): Problem[] {
  const found = {
    1: () => detailProblems(propertyDetails, now),
    2: () => [
      documentKinds.some((kind) => requiredKinds.includes(kind))
        ? null
        : {
            field: null,
            isMissing: true,
            message: 'Upload at least one of: property deed, tax records, photos.',
          },
    ],
    3: () => [valuationProblem(propertyDetails, valuation)],
    4: () => ownershipProblems(ownershipInfo, valuation),
    5: () => [],
  }[step]();
  return found.filter((problem) => problem !== null);
}

/** The furthest step that may be opened: the first one that is not valid. */
export function firstOpenStep(draft: IntakeDraft, facts: StepFacts): IntakeStep {
  const steps = [1, 2, 3, 4] as const;
  return steps.find((step) => problemsOf(step, draft, facts).length > 0) ?? 5;
}

/** The missing fields, in one sentence: "Still needed: City, ZIP Code"; null when nothing is. */
export function missingText(problems: readonly Problem[]): string | null {
  const fields = problems.flatMap(({ field, isMissing }) => (field && isMissing ? fieldLabel[field] : []));
  const invalid = problems.flatMap(({ field, isMissing }) => (field && !isMissing ? fieldLabel[field] : []));
  const sentences = problems.flatMap(({ field, message }) => (field === null ? message : []));
  if (fields.length > 0) sentences.push(`Still needed: ${fields.join(', ')}.`);
  if (invalid.length > 0) sentences.push(`To correct: ${invalid.join(', ')}.`);
  return sentences.length > 0 ? sentences.join(' ') : null;
}

/** The fields that differ between two versions, in the order of the steps. */
export function differingFields(a: IntakeDraft, b: IntakeDraft): IntakeField[] {
  const [before, after] = [a, b].map(({ propertyDetails, ownershipInfo }) => ({
    ...propertyDetails,
    ...ownershipInfo,
  }));
  return (Object.keys(fieldLabel) as IntakeField[]).filter((field) => before?.[field] !== after?.[field]);
}

/** The part of a draft that a field belongs to. */
export const sectionOf = (field: IntakeField): 'propertyDetails' | 'ownershipInfo' =>
  field in emptyDetails ? 'propertyDetails' : 'ownershipInfo';

/** Days of an offering. */
export function fundingDaysOf({ targetFunding }: Pick<OwnershipInfo, 'targetFunding'>): number {
  return targetFunding === 'flexible' ? FLEXIBLE_FUNDING_DAYS : Number(targetFunding);
}

const optionalNumber = (text: string) => (isBlank(text) ? null : Number(ungrouped(text.trim())));

/** A valid draft as the submission that is filed. Without a type the property is residential until a reviewer confirms it. */
export function filingOf(
  { propertyDetails: details, ownershipInfo: info }: IntakeDraft,
  { estimates, squareFeet }: ValuationData,
): WizardFiling {
  const { propertyType } = details;
  return {
    wayIn: 'wizard',
    name: details.address,
    streetAddress: details.address,
    city: details.city,
    state: stateOf(details) ?? '',
    zipCode: details.zipCode,
    description: details.description,
    propertyType: propertyType === 'commercial' ? 'commercial' : 'residential',
    ...(propertyType !== '' && propertyType !== 'commercial' && { subtype: propertyType }),
    valuationCents: estimates.valueCents,
    equityOfferedBps: liquidationBps(info),
    details: {
      yearBuilt: optionalNumber(details.yearBuilt),
      squareFeet,
      bedrooms: optionalNumber(details.bedrooms),
      bathrooms: optionalNumber(details.bathrooms),
      lotSquareFeet: optionalNumber(details.lotSize),
    },
    estimates,
    mortgageCents: dollarsOf(info.mortgageBalance),
    monthlyPaymentCents: dollarsOf(info.monthlyPayment),
    minimumInvestmentCents: Number(info.minimumInvestment) * 100,
    fundingDays: fundingDaysOf(info),
    ownerName: info.ownerName,
    ownershipBps: ownershipBps(info) ?? 0,
  };
}

const amountText = (amount: Cents | null) => (amount === null ? '' : toDecimal(amount).replace(/\.00$/, ''));
const numberText = (value: number | null | undefined) =>
  value === null || value === undefined ? '' : String(value);

/** The percentage as someone would type it, without trailing zeros. */
const plainPercent = (bps: BasisPoints) => bpsToDecimal(bps).replace(/\.?0+$/, '');

/** The draft that a filed submission came from, with its estimate; the reverse of `filingOf`. */
export function draftOfFiling(
  fields: FiledFields,
  submittedAt: Date,
): { draft: IntakeDraft; valuation: ValuationData | null } {
  const { details, estimates } = fields;
  const owned = plainPercent(fields.ownershipBps ?? 0);
  const ownership = ownershipChoice.exclude(['other']).safeParse(owned).data ?? 'other';
  const type = fields.propertyType === 'commercial' ? 'commercial' : (fields.subtype ?? '');
  const timeline = fields.fundingDays === FLEXIBLE_FUNDING_DAYS ? 'flexible' : numberText(fields.fundingDays);
  const draft: IntakeDraft = {
    propertyDetails: {
      propertyType: intakePropertyType.safeParse(type).data ?? '',
      address: fields.streetAddress,
      city: fields.city,
      state: fields.state,
      zipCode: fields.zipCode,
      yearBuilt: numberText(details?.yearBuilt),
      squareFootage: numberText(details?.squareFeet),
      bedrooms: numberText(details?.bedrooms),
      bathrooms: numberText(details?.bathrooms),
      lotSize: numberText(details?.lotSquareFeet),
      description: fields.description,
    },
    ownershipInfo: {
      ownerName: fields.ownerName ?? '',
      ownershipPercentage: ownership,
      otherPercentage: ownership === 'other' ? owned : '',
      mortgageBalance: amountText(fields.mortgageCents),
      monthlyPayment: amountText(fields.monthlyPaymentCents),
      desiredLiquidation:
        liquidationChoice.safeParse(plainPercent(fields.equityOfferedBps)).data ??
        emptyOwnership.desiredLiquidation,
      minimumInvestment:
        minimumInvestmentChoice.safeParse(amountText(fields.minimumInvestmentCents)).data ??
        emptyOwnership.minimumInvestment,
      targetFunding: timelineChoice.safeParse(timeline).data ?? emptyOwnership.targetFunding,
    },
    currentStep: 1,
  };
  const valuation = estimates &&
    details && {
      zipCode: zipArea(fields.zipCode),
      squareFeet: details.squareFeet,
      calculatedAt: submittedAt.toISOString(),
      estimates,
    };
  return { draft, valuation };
}
