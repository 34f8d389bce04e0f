import type { ReactNode } from 'react';
import { documentLabel, sharesOf } from '#features/submissions/client/index.ts';
import type { SubmissionDocumentKind } from '#features/submissions/submissions.contract.ts';
import { counted } from '#kernel/plural.ts';
import { Button } from '#ui/button.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import type { IntakeStep, ValuationData } from '../intake.contract.ts';
import {
  fieldLabel,
  type IntakeField,
  liquidationBps,
  sectionOf,
  stateOf,
  stepTitle,
} from '../intake.rules.ts';
import { fieldText } from './intake-texts.ts';
import { LiquidationWarning } from './liquidation-warning.tsx';
import type { StepProps } from './step-props.ts';
import { ValuationFigures } from './valuation-figures.tsx';

const fields = Object.keys(fieldLabel) as IntakeField[];

/** Step 5: all that was entered, each part with a way back to its step. */
export function ReviewStep({ draft, valuation, uploads, onStep }: StepProps) {
  const textOf = (field: IntakeField) =>
    field === 'state' ? (stateOf(draft.propertyDetails) ?? '') : fieldText(field, draft);
  const lines = (section: 'propertyDetails' | 'ownershipInfo') =>
    fields
      .filter((field) => sectionOf(field) === section)
      .map((field) => ({ term: fieldLabel[field], value: textOf(field) }))
      .filter(({ value }) => value !== '');
  const hasNoType = draft.propertyDetails.propertyType === '';
  const noType = hasNoType ? [{ term: fieldLabel.propertyType, value: 'Not chosen' }] : [];
  return (
    <div className="grid gap-7">
      <Part step={1} onStep={onStep}>
        <DescriptionList items={[...noType, ...lines('propertyDetails')]} className="text-values" />
        {hasNoType && (
          <p className="text-sm text-muted">
            No property type chosen, so the property is submitted as residential.
          </p>
        )}
      </Part>
      <Part step={2} onStep={onStep}>
        <DocumentNames documents={uploads.documents} />
      </Part>
      <Part step={3} onStep={onStep}>
        {valuation && <ValuationFigures valuation={valuation} />}
        <p className="text-sm text-muted">
          This is an estimate. A reviewer confirms the value against a document.
        </p>
      </Part>
      <Part step={4} onStep={onStep}>
        <DescriptionList items={lines('ownershipInfo')} className="text-values" />
        {valuation && <Shares draft={draft} valuation={valuation} />}
        {valuation && <LiquidationWarning info={draft.ownershipInfo} valuation={valuation} />}
      </Part>
    </div>
  );
}

function Part({
  step,
  onStep,
  children,
}: {
  step: IntakeStep;
  onStep: (step: IntakeStep) => void;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={`review-${step}`} className="grid gap-2">
      <div className="flex items-center justify-between gap-3 border-b border-line pb-1.5">
        <h3 id={`review-${step}`} className="text-lg">
          {stepTitle[step]}
        </h3>
        <Button
          variant="quiet"
          size="small"
          className="-me-3"
          aria-label={`Change ${stepTitle[step]}`}
          onClick={() => onStep(step)}
        >
          Change
        </Button>
      </div>
      {children}
    </section>
  );
}

function DocumentNames({ documents }: Pick<StepProps['uploads'], 'documents'>) {
  const kinds = [...new Set(documents.map(({ kind }) => kind))];
  const names = (of: SubmissionDocumentKind) =>
    documents
      .filter(({ kind }) => kind === of)
      .map(({ file }) => file.name)
      .join(', ');
  return (
    <DescriptionList
      className="text-values"
      items={kinds.map((kind) => ({ term: documentLabel[kind], value: names(kind) }))}
    />
  );
}

function Shares({ draft, valuation }: { draft: StepProps['draft']; valuation: ValuationData }) {
  const equityOfferedBps = liquidationBps(draft.ownershipInfo);
  const shares = sharesOf({ valuationCents: valuation.estimates.valueCents, equityOfferedBps });
  return (
    <p className="text-sm text-muted">
      At this estimate {counted(shares, 'share')} of $100 would be offered.
    </p>
  );
}
