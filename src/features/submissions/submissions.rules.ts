import { fileErrors, MAX_FILE_BYTES } from '#features/files/files.contract.ts';
import { present } from '#kernel/assert.ts';
import { addBusinessDays, businessDaysBetween } from '#kernel/business-days.ts';
import { extensionOf, type FileMediaType, isOfficeType } from '#kernel/media-types.ts';
import { type BasisPoints, bpsToDecimal, type Cents, formatUsdExact, WHOLE_BPS } from '#kernel/money.ts';
import { dayOf, formatDate, startOfDay } from '#kernel/time.ts';
import {
  type ConfirmationItem,
  type ConfirmedValue,
  type FiledFields,
  type RequiredItem,
  requiredItem,
  SUBMISSION_PRICE_PER_SHARE_CENTS,
  type SubmissionDocumentKind,
  submissionErrors,
  type WayIn,
} from './submissions.contract.ts';

/** Business days within which a quick submission is answered. */
export const QUICK_ANSWER_DAYS = 5;
/** Business days within which the owner of a wizard's submission is contacted. */
export const CONTACT_DAYS = 3;
/** Business days within which that owner has the proposal. */
export const PROPOSAL_DAYS = 5;
/** A document older than this is flagged. */
export const RECENT_MONTHS = 12;
/** Retention of the documents of a form that is not submitted. */
export const UNFILED_DAYS = 90;

export const documentLabel: Record<SubmissionDocumentKind, string> = {
  rentRoll: 'Rent roll',
  financials: 'T12 financials',
  photo: 'Property photos',
  appraisal: 'Recent appraisal or BPO',
  ownership: 'Ownership verification',
  capTable: 'Cap table',
  deed: 'Property Deed',
  taxRecords: 'Tax Records',
  insurance: 'Insurance policy',
  inspection: 'Inspection report',
  other: 'Other document',
};

/** Required documents of a quick submission, in the documented order. */
export const requiredQuickDocuments = [
  'rentRoll',
  'financials',
  'photo',
  'appraisal',
  'ownership',
] as const satisfies readonly SubmissionDocumentKind[];

/** The wizard requires at least one of these. */
const enoughForWizard: readonly SubmissionDocumentKind[] = ['deed', 'taxRecords', 'photo'];

/** Message about missing documents: "Please upload: Rent roll, Property photos"; null when nothing is missing. */
export function missingDocumentsText(
  wayIn: WayIn,
  present: readonly SubmissionDocumentKind[],
): string | null {
  if (wayIn === 'wizard') {
    const labels = enoughForWizard.map((kind) => documentLabel[kind]).join(', ');
    return present.some((kind) => enoughForWizard.includes(kind)) ? null : `Please upload one of: ${labels}`;
  }
  const missing = requiredQuickDocuments.filter((kind) => !present.includes(kind));
  return missing.length === 0
    ? null
    : `Please upload: ${missing.map((kind) => documentLabel[kind]).join(', ')}`;
}

/** Whether such a document has a date of its own: a photo has none. */
export const isDated = (kind: SubmissionDocumentKind): boolean => kind !== 'photo';

/**
 * Whether a document of a rejected submission is filed with its correction. Answers to questions belong to the
 * submission that was asked about.
 */
export const isFiledAgain = (document: {
  kind: SubmissionDocumentKind;
  verdict: string | null;
  isInfected: boolean;
}): boolean => document.kind !== 'other' && document.verdict !== 'refused' && !document.isInfected;

interface Promises {
  respondBy: Date;
  proposalBy: Date | null;
}

/** The days that an owner is promised at submission, midnight UTC. */
export function promisesAt(wayIn: WayIn, now: Date): Promises {
  if (wayIn === 'quick') return { respondBy: addBusinessDays(now, QUICK_ANSWER_DAYS), proposalBy: null };
  return { respondBy: addBusinessDays(now, CONTACT_DAYS), proposalBy: addBusinessDays(now, PROPOSAL_DAYS) };
}

/** What an owner hears next: the proposal, once the owner of a wizard's submission was contacted. */
export function promisedNext(promised: {
  wayIn: WayIn;
  respondBy: string;
  proposalBy: string | null;
}): 'answer' | 'contact' | 'proposal' {
  if (promised.wayIn === 'quick') return 'answer';
  return promised.respondBy === promised.proposalBy ? 'proposal' : 'contact';
}

/** The promises that are still to come, with their days. */
export function promisedText(promised: Parameters<typeof promisedNext>[0]): string {
  const { respondBy, proposalBy } = promised;
  const next = promisedNext(promised);
  if (next === 'answer') return `We answer by ${formatDate(respondBy)}`;
  if (next === 'proposal' || proposalBy === null) return `We send our proposal by ${formatDate(respondBy)}`;
  return `We contact you by ${formatDate(respondBy)}, proposal by ${formatDate(proposalBy)}`;
}

/**
 * The promised days after a question that waited from `pausedAt` until now: as many business days are left as then, at
 * least one unless the promise was broken before.
 */
export function promisesAfterPause({ respondBy, proposalBy }: Promises, pausedAt: Date, now: Date): Promises {
  const moved = (day: Date) => {
    const left = businessDaysBetween(pausedAt, day);
    return day < startOfDay(pausedAt) ? day : addBusinessDays(now, Math.max(1, left));
  };
  return { respondBy: moved(respondBy), proposalBy: proposalBy && moved(proposalBy) };
}

/** File types that a form takes as one kind of document. */
interface AcceptedFiles {
  /** Endings and media types, as the `accept` of a file input names them. */
  types: readonly string[];
  /** The types in words. */
  text: string;
  /** Message about any other file. */
  refusal: string;
}

const picture = ['.jpg', '.jpeg', '.png', 'image/jpeg', 'image/png'];
const pdf = ['.pdf', 'application/pdf'];
const office = Object.entries(extensionOf)
  .filter(([mediaType]) => isOfficeType(mediaType as FileMediaType))
  .flatMap(([mediaType, ending]) => [`.${ending}`, mediaType]);

const accepted = {
  pictures: {
    types: [...picture, '.webp', 'image/webp'],
    text: 'JPEG, PNG or WebP',
    refusal: submissionErrors.NOT_A_PICTURE.message,
  },
  photographs: {
    types: picture,
    text: 'JPEG or PNG',
    refusal: 'Photos must be images: JPEG or PNG. Choose another file.',
  },
  documents: {
    types: [...pdf, ...office],
    text: 'PDF, DOC, DOCX, XLS or XLSX',
    refusal: submissionErrors.NOT_A_DOCUMENT.message,
  },
  scans: {
    types: [...pdf, ...picture],
    text: 'PDF, JPEG or PNG',
    refusal: submissionErrors.NOT_A_PAPER.message,
  },
} as const satisfies Record<string, AcceptedFiles>;

export function acceptedFiles(wayIn: WayIn, kind: SubmissionDocumentKind): AcceptedFiles {
  if (wayIn === 'quick') return kind === 'photo' ? accepted.pictures : accepted.documents;
  return kind === 'photo' ? accepted.photographs : accepted.scans;
}

/**
 * Why a file need not be sent as such a document, judged by its name, its size and the type that the browser names;
 * else null. The server judges its content.
 */
export function refuseDocument(
  { types, refusal }: AcceptedFiles,
  { name, size, type }: { name: string; size: number; type: string },
): string | null {
  if (size === 0) return fileErrors.FILE_EMPTY.message;
  if (size > MAX_FILE_BYTES) return fileErrors.FILE_TOO_LARGE.message;
  const ending = name.slice(name.lastIndexOf('.')).toLowerCase();
  return types.includes(type) || types.includes(ending) ? null : refusal;
}

/** Whether a pending submission is past its promised day and waits for us. */
export function isLate(
  { status, respondBy, pausedAt }: { status: string; respondBy: Date; pausedAt: Date | null },
  now: Date,
): boolean {
  return status === 'pending' && pausedAt === null && respondBy < startOfDay(now);
}

/** Whether the day on a document is more than twelve months ago. */
export function isOutdated(dated: string | null, now: Date): boolean {
  const day = dated === null ? null : dayOf(dated);
  if (day === null) return false;
  const oldest = startOfDay(now);
  oldest.setUTCMonth(oldest.getUTCMonth() - RECENT_MONTHS);
  return day < oldest;
}

/** The shares of an approved submission: whole ones of $100 in the offered part of the valuation. */
export function sharesOf({
  valuationCents,
  equityOfferedBps,
}: {
  valuationCents: Cents;
  equityOfferedBps: BasisPoints;
}): number {
  const offered = BigInt(valuationCents) * BigInt(equityOfferedBps);
  return Number(offered / (BigInt(WHOLE_BPS) * BigInt(SUBMISSION_PRICE_PER_SHARE_CENTS)));
}

/** Excess of the equity offered over the owner's part free of debt; 0 when there is none. */
export function liquidationExcessCents(figures: {
  valuationCents: Cents;
  equityOfferedBps: BasisPoints;
  ownershipBps: BasisPoints | null;
  mortgageCents: Cents | null;
}): Cents {
  const { valuationCents, equityOfferedBps, ownershipBps, mortgageCents } = figures;
  const part = (bps: BasisPoints) => Number((BigInt(valuationCents) * BigInt(bps)) / BigInt(WHOLE_BPS));
  const owned = part(ownershipBps ?? WHOLE_BPS) - (mortgageCents ?? 0);
  return Math.max(0, part(equityOfferedBps) - owned);
}

/** A debt in words: the fields of the wizard may be left empty. */
export function debtText(amount: Cents | null): string {
  if (amount === null) return 'Not given';
  return amount === 0 ? 'None' : formatUsdExact(amount);
}

/** Items that still have to be confirmed, in order. A confirmation by a refused or infected document is not valid. */
export function missingConfirmations(
  confirmations: readonly { item: ConfirmationItem; isValid: boolean }[],
): RequiredItem[] {
  const confirmed = new Set(confirmations.filter(({ isValid }) => isValid).map(({ item }) => item));
  return requiredItem.options.filter((item) => !confirmed.has(item));
}

type ValueOf<Item extends ConfirmationItem> = Omit<Extract<ConfirmedValue, { item: Item }>, 'item'>;

/** Data with which a property is created. */
export interface ConfirmedFigures
  extends ValueOf<'name'>,
    ValueOf<'type'>,
    ValueOf<'valuation'>,
    ValueOf<'netIncome'>,
    ValueOf<'yield'>,
    ValueOf<'equity'> {
  terms: ValueOf<'terms'>;
  place: ValueOf<'position'> | null;
}

/** The confirmed values of all items, put together; none of those that approval needs may be missing. */
export function confirmedFigures(
  confirmations: readonly { value: ConfirmedValue; isValid: boolean }[],
): ConfirmedFigures {
  const values = confirmations.filter(({ isValid }) => isValid).map(({ value }) => value);
  const place = values.find((value) => value.item === 'position');
  const valueFor = <Item extends ConfirmationItem>(item: Item) =>
    present(
      values.find((value): value is Extract<ConfirmedValue, { item: Item }> => value.item === item),
      'a confirmed value',
    );
  const { name } = valueFor('name');
  const { propertyType, subtype } = valueFor('type');
  return {
    name,
    propertyType,
    subtype,
    valuationCents: valueFor('valuation').valuationCents,
    basis: valueFor('valuation').basis,
    netIncomeCents: valueFor('netIncome').netIncomeCents,
    annualYieldBps: valueFor('yield').annualYieldBps,
    equityOfferedBps: valueFor('equity').equityOfferedBps,
    terms: valueFor('terms'),
    place: place ? { latitude: place.latitude, longitude: place.longitude } : null,
  };
}

type Income = Pick<ConfirmedFigures, 'netIncomeCents' | 'valuationCents'>;

/** The confirmed income of a property, once it and the valuation are confirmed. */
export function confirmedIncome(
  confirmations: readonly { value: ConfirmedValue; isValid: boolean }[],
): Income | null {
  const values = confirmations.filter(({ isValid }) => isValid).map(({ value }) => value);
  const netIncome = values.find((value) => value.item === 'netIncome');
  const valuation = values.find((value) => value.item === 'valuation');
  if (!netIncome || !valuation) return null;
  return { netIncomeCents: netIncome.netIncomeCents, valuationCents: valuation.valuationCents };
}

/** Whether comparables are real sales, or illustrations from a rate. */
export const areSales = (comparables: readonly { soldOn: string | null }[]): boolean =>
  comparables.every(({ soldOn }) => soldOn !== null);

/** The fewest shares of one purchase: those that cost at least the minimum investment, at most all of them. */
export function minimumOrderOf(minimumInvestmentCents: Cents, totalShares: number): number {
  const shares = Math.ceil(minimumInvestmentCents / SUBMISSION_PRICE_PER_SHARE_CENTS);
  return Math.min(Math.max(1, shares), totalShares);
}

export const confirmationLabel: Record<ConfirmationItem, string> = {
  name: 'Name',
  type: 'Property type',
  valuation: 'Valuation',
  netIncome: 'Annual net income',
  yield: 'Annual yield',
  equity: 'Equity offered',
  terms: 'Funding terms',
  position: 'Position on the map',
};

/** The compared fields of a submission in words, in order. */
function fieldTexts(fields: FiledFields): [label: string, text: string][] {
  const money = (amount: Cents | null) => (amount === null ? '' : formatUsdExact(amount));
  // A second decimal only where it is needed, so that different values never read the same.
  const percent = (bps: number | null) => (bps === null ? '' : `${bpsToDecimal(bps).replace(/0$/, '')}%`);
  const count = (value: number | null | undefined) =>
    value === null || value === undefined ? '' : String(value);
  return [
    ['Name', fields.name],
    ['Street address', fields.streetAddress],
    ['City', fields.city],
    ['State', fields.state],
    ['ZIP code', fields.zipCode],
    ['Description', fields.description],
    ['Property type', fields.propertyType],
    ['Subtype', fields.subtype ?? ''],
    ['Estimated valuation', money(fields.valuationCents)],
    ['Equity offered', percent(fields.equityOfferedBps)],
    ['Year built', count(fields.details?.yearBuilt)],
    ['Square feet', count(fields.details?.squareFeet)],
    ['Bedrooms', count(fields.details?.bedrooms)],
    ['Bathrooms', count(fields.details?.bathrooms)],
    ['Lot size', count(fields.details?.lotSquareFeet)],
    ['Mortgage', money(fields.mortgageCents)],
    ['Monthly payment', money(fields.monthlyPaymentCents)],
    ['Minimum investment', money(fields.minimumInvestmentCents)],
    ['Funding days', count(fields.fundingDays)],
    ['Owner name', fields.ownerName ?? ''],
    ['Ownership', percent(fields.ownershipBps)],
  ];
}

/** The fields that differ between two versions of a submission, in words. */
export function differencesBetween(
  before: FiledFields,
  after: FiledFields,
): { field: string; before: string; after: string }[] {
  const earlier = new Map(fieldTexts(before));
  return fieldTexts(after)
    .map(([field, text]) => ({ field, before: earlier.get(field) ?? '', after: text }))
    .filter(({ before: was, after: is }) => was !== is);
}

/** The address in one line: "12 Elm Street, Austin, TX 78701". */
export function addressLine(place: {
  streetAddress: string;
  city: string;
  state: string;
  zipCode: string;
}): string {
  return `${place.streetAddress}, ${place.city}, ${place.state} ${place.zipCode}`;
}

export const statusLabel = { pending: 'Pending', approved: 'Approved', rejected: 'Rejected' } as const;
export const wayInLabel: Record<WayIn, string> = { quick: 'Quick submit', wizard: 'Intake wizard' };
