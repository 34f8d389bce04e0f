import { calculateValuation, saveDraft, submit as submitByWizard } from '#features/intake/server/index.ts';
import {
  answer,
  approve,
  ask,
  confirm,
  judgeDocument,
  reject,
  submit,
  uploadDocument,
} from '#features/submissions/server/index.ts';
import {
  type ConfirmedValue,
  SUBMISSION_PRICE_PER_SHARE_CENTS,
  type SubmissionDocumentKind,
  type SubmissionFields,
} from '#features/submissions/submissions.contract.ts';
import { addressLine, documentLabel, sharesOf } from '#features/submissions/submissions.rules.ts';
import { present } from '#kernel/assert.ts';
import { newId } from '#kernel/ids.ts';
import { bpsToDecimal, type Cents, formatUsd, proportion, toDecimal } from '#kernel/money.ts';
import { type Clock, DAY, dayText, formatDate } from '#kernel/time.ts';
import type { CommandContext } from '#platform/server/commands/run-command.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { actorId } from '#platform/server/security/caller.ts';
import { fileSampleDocument } from './documents.ts';
import { drawnPhoto } from './drawn-photo.ts';
import type { Participant } from './steps.ts';
import { type SampleSubmission, type SubmissionStep, sampleSubmissionOf } from './submissions.ts';

const SAMPLE = 'This document belongs to the sample data: the property does not exist.';
const FUNDING_DAYS = 90;

type Approval = Extract<SampleSubmission['decision'], { status: 'approved' }>;

interface FiledSubmission {
  id: string;
  documents: { id: string; kind: SubmissionDocumentKind }[];
}

/** Plays submissions with documents: owners file them, and the admin asks, confirms and decides. */
export function createSubmissionDesk({
  platform,
  clock,
  as,
}: {
  platform: Platform;
  clock: Clock;
  as: (who: Participant) => CommandContext;
}): (step: SubmissionStep) => Promise<void> {
  const submitted = new Map<number, FiledSubmission>();
  const submittedOf = (submission: number) => present(submitted.get(submission), 'a filed submission');

  async function upload(
    owner: CommandContext,
    sample: SampleSubmission,
  ): Promise<FiledSubmission['documents']> {
    const uploaded: FiledSubmission['documents'] = [];
    for (const { kind, ageDays } of sample.documents) {
      const dated = new Date(clock.now().getTime() - ageDays * DAY);
      const isPhoto = kind === 'photo';
      const bytes = isPhoto
        ? await drawnPhoto(3)
        : await platform.documents.text(
            { ...documentOf(sample, kind, dated), dated },
            actorId(owner.caller.actor),
          );
      const facts = { wayIn: sample.wayIn, kind, dated: dayText(dated) };
      const name = `${documentLabel[kind]}.${isPhoto ? 'png' : 'pdf'}`;
      uploaded.push({ id: (await uploadDocument(owner, { ...facts, name, bytes })).id, kind });
    }
    return uploaded;
  }

  async function file(owner: CommandContext, sample: SampleSubmission): Promise<FiledSubmission> {
    const documents = await upload(owner, sample);
    const documentIds = documents.map(({ id }) => id);
    if (sample.wayIn === 'quick') {
      const filing = { ...sample.fields, documentIds, earlierId: null, requestId: newId() };
      return { id: (await submit(owner, filing)).id, documents };
    }
    const saved = await saveDraft(owner, { expectedVersion: 0, draft: sample.draft });
    const { version: expectedVersion } = await calculateValuation(owner, { expectedVersion: saved.version });
    const { receipt } = await submitByWizard(owner, { expectedVersion, documentIds, requestId: newId() });
    return { id: present(receipt, 'the receipt of a submission').id, documents };
  }

  /** Confirms every figure against a document, and accepts the documents; the drawing is no photo to show. */
  async function review(
    admin: CommandContext,
    { id: submissionId, documents }: FiledSubmission,
    values: readonly ConfirmedValue[],
  ): Promise<number> {
    const documentId = present(
      documents.find(({ kind }) => kind === 'appraisal'),
      'an appraisal',
    ).id;
    let version = 0;
    for (const { id, kind } of documents) {
      const verdict =
        kind === 'photo'
          ? ({
              verdict: 'refused',
              note: 'A drawing, not a photo. The property is shown without it.',
            } as const)
          : ({ verdict: 'accepted' } as const);
      ({ version } = await judgeDocument(admin, { documentId: id, ...verdict }));
    }
    for (const value of values) ({ version } = await confirm(admin, { submissionId, documentId, value }));
    return version;
  }

  async function approveQuick(fields: SubmissionFields, approval: Approval, filed: FiledSubmission) {
    const admin = as('admin');
    const version = await review(admin, filed, confirmedValuesOf(fields, approval));
    const decision = { submissionId: filed.id, version, requestId: newId() };
    return present((await approve(admin, decision)).propertyId, 'the property of a submission');
  }

  async function decide(submission: number): Promise<void> {
    const sample = sampleSubmissionOf(submission);
    const filed = submittedOf(submission);
    const decision = present(sample.decision, 'a decision');
    if (decision.status === 'rejected') {
      const { reason } = decision;
      await reject(as('admin'), { submissionId: filed.id, version: 1, reason, requestId: newId() });
      return;
    }
    if (sample.wayIn !== 'quick') return;
    const { fields } = sample;
    const propertyId = await approveQuick(fields, decision, filed);
    const about = {
      propertyId,
      submission: offeredBy(fields, decision.annualYieldBps),
      valuationCents: fields.valuationCents,
    };
    await fileSampleDocument(as(sample.who), 'memorandum', about);
  }

  return async function play({ do: kind, submission }) {
    const sample = sampleSubmissionOf(submission);
    const owner = as(sample.who);
    if (kind === 'submit with documents') submitted.set(submission, await file(owner, sample));
    else if (kind === 'decide') await decide(submission);
    else {
      const { id: submissionId } = submittedOf(submission);
      const message = (body: string | undefined) => ({
        submissionId,
        body: present(body, 'a text'),
        requestId: newId(),
      });
      if (kind === 'ask') await ask(as('admin'), message(sample.question?.text));
      else await answer(owner, message(sample.answer?.text));
    }
  };
}

/** The facts that documents of a submission show. */
function factsOf(sample: SampleSubmission) {
  if (sample.wayIn === 'quick') {
    const { name, valuationCents } = sample.fields;
    return { name, place: addressLine(sample.fields), valuationCents };
  }
  const { address, city, state, zipCode } = sample.draft.propertyDetails;
  const place = addressLine({ streetAddress: address, city, state, zipCode });
  return { name: address, place, valuationCents: null };
}

/** Net operating income of a year, by the appraisal. */
const netIncomeOf = (valuationCents: Cents): Cents => proportion(valuationCents, 78, 1_000);

function documentOf(sample: SampleSubmission, kind: SubmissionDocumentKind, dated: Date) {
  const { name, place, valuationCents } = factsOf(sample);
  const value = [
    { term: 'Appraised value', value: formatUsd(valuationCents ?? 0) },
    { term: 'Net operating income in a year', value: formatUsd(netIncomeOf(valuationCents ?? 0)) },
  ];
  return {
    title: `${documentLabel[kind]}: ${name}`,
    subtitle: `${place}. ${formatDate(dated)}. ${SAMPLE}`,
    sections: [
      {
        heading: 'In short',
        lines: kind === 'appraisal' && valuationCents ? value : [{ term: 'Address', value: place }],
      },
    ],
  };
}

function confirmedValuesOf(
  fields: SubmissionFields,
  { annualYieldBps, latitude, longitude }: Approval,
): ConfirmedValue[] {
  const { name, propertyType, subtype, valuationCents, equityOfferedBps } = fields;
  return [
    { item: 'name', name },
    { item: 'type', propertyType, subtype: subtype ?? null },
    { item: 'valuation', valuationCents, basis: 'appraisal' },
    { item: 'netIncome', netIncomeCents: netIncomeOf(valuationCents) },
    { item: 'yield', annualYieldBps },
    { item: 'equity', equityOfferedBps },
    {
      item: 'terms',
      fundingDays: FUNDING_DAYS,
      minimumShares: Math.ceil(sharesOf(fields) / 4),
      minimumInvestmentCents: SUBMISSION_PRICE_PER_SHARE_CENTS,
      mortgageCents: 0,
      repaymentCents: 0,
    },
    { item: 'position', latitude, longitude },
  ];
}

/** The offering of an approved submission, as its memorandum describes it. */
function offeredBy(fields: SubmissionFields, annualYieldBps: number) {
  const { name, city, state, propertyType, subtype, description } = fields;
  return {
    name,
    location: `${city}, ${state}`,
    propertyType,
    ...(subtype !== undefined && { subtype }),
    pricePerShare: toDecimal(SUBMISSION_PRICE_PER_SHARE_CENTS),
    totalShares: sharesOf(fields),
    annualYield: bpsToDecimal(annualYieldBps),
    description,
    imageUrl: null,
  };
}
