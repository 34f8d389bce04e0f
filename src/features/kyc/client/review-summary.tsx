import { fullName } from '#kernel/person.ts';
import { stateName } from '#kernel/states.ts';
import { Button } from '#ui/button.tsx';
import type { KycApplication } from '../kyc.contract.ts';
import type { KycStep } from '../kyc.rules.ts';
import { employmentLabel, incomeLabel, investorLabel, stepTexts } from './kyc-texts.ts';

const ENCRYPTED = 'On file, encrypted';

/** The entries of a person, by step, as pairs of term and value. */
export function providedAnswersOf({
  personal,
  address,
  employment,
}: Omit<KycApplication, 'status' | 'reason' | 'requests'>) {
  const { status, income, investorStatus: classification } = employment;
  return {
    1: [
      ['Name', fullName(personal)],
      ['Date of birth', personal.hasDateOfBirth ? ENCRYPTED : 'Missing'],
      ['Social Security number', personal.hasSsn ? ENCRYPTED : 'Missing'],
      ['Phone', personal.phone],
    ],
    2: [
      ['Address', address.address],
      ['City', address.city],
      ['State', stateName(address.state)],
      ['ZIP code', address.zipCode],
    ],
    3: [
      ['Employment status', status ? employmentLabel[status] : 'Missing'],
      ['Annual income', income ? incomeLabel[income] : 'Missing'],
      ['Employer', employment.employer || 'Not given'],
      ['Occupation', employment.occupation || 'Not given'],
      ['Investor classification', classification ? investorLabel[classification].label : 'Not given'],
    ],
  } as const satisfies Record<1 | 2 | 3, readonly (readonly [string, string])[]>;
}

export function ProvidedAnswers({ items }: { items: readonly (readonly [term: string, value: string])[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-2 text-[0.9375rem] sm:grid-cols-2">
      {items.map(([term, value]) => (
        <div key={term} className="min-w-0">
          <dt className="text-sm text-muted">{term}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function ReviewSummary({
  application,
  onStep,
}: {
  application: KycApplication;
  onStep: (step: KycStep) => void;
}) {
  const providedAnswers = providedAnswersOf(application);
  return (
    <section aria-labelledby="kyc-review" className="rounded-box border border-line bg-paper p-4 sm:p-5">
      <h3 id="kyc-review" className="text-xl">
        Review your answers
      </h3>
      {([1, 2, 3] as const).map((step) => (
        <div key={step} className="mt-4 border-t border-line pt-4">
          <div className="mb-2 flex items-center justify-between gap-3">
            <h4 className="font-semibold">{stepTexts[step].title}</h4>
            <Button
              variant="quiet"
              className="-me-4"
              aria-label={`Change ${stepTexts[step].title}`}
              onClick={() => onStep(step)}
            >
              Change
            </Button>
          </div>
          <ProvidedAnswers items={providedAnswers[step]} />
        </div>
      ))}
    </section>
  );
}
