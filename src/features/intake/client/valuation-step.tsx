import { Calculator } from 'lucide-react';
import { Comparables } from '#features/submissions/client/index.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { isOutdated } from '../intake.rules.ts';
import type { StepProps } from './step-props.ts';
import type { Calculation } from './use-calculation.ts';
import { ValuationFigures } from './valuation-figures.tsx';

export function ValuationStep({ draft, valuation, calculation }: StepProps & { calculation: Calculation }) {
  const { squareFootage, zipCode } = draft.propertyDetails;
  const outdated = valuation !== null && isOutdated(draft.propertyDetails, valuation);
  return (
    <div className="grid gap-6">
      {valuation === null && (
        <p className="text-[0.9375rem]">
          Estimated from the rate per square foot for {zipCode.trim()} and {squareFootage.trim()} square feet.
          A reviewer confirms the value against a document.
        </p>
      )}
      {outdated && (
        <Alert tone="warning" title="This estimate is outdated">
          It was made for {valuation.squareFeet.toLocaleString('en-US')} square feet in {valuation.zipCode}.
          Calculate it again.
        </Alert>
      )}
      {valuation && (
        <div className={outdated ? 'grid gap-6 opacity-60' : 'grid gap-6'}>
          <ValuationFigures valuation={valuation} />
          <Comparables estimates={valuation.estimates} zipCode={valuation.zipCode} />
        </div>
      )}
      {calculation.failure && (
        <Alert tone="danger" title="Not calculated">
          {calculation.failure}
        </Alert>
      )}
      <div>
        <Button
          variant={valuation && !outdated ? 'secondary' : 'primary'}
          busy={calculation.busy}
          busyText="Calculating"
          onClick={() => void calculation.calculate()}
        >
          <Calculator size={18} aria-hidden="true" />
          {valuation ? 'Recalculate' : 'Calculate valuation'}
        </Button>
      </div>
    </div>
  );
}
