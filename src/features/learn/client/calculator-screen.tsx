import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { feeText, MANAGEMENT_FEE_BPS, PROCESSING_FEE_BPS } from '#kernel/fees.ts';
import { type Cents, formatPercent, formatUsd, formatUsdShort } from '#kernel/money.ts';
import { counted } from '#kernel/plural.ts';
import { useEarlyInput } from '#platform/browser/early-input.ts';
import { Card } from '#ui/card.tsx';
import { BarChart } from '#ui/charts-on-demand.tsx';
import { CheckboxField } from '#ui/checkbox-field.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { Money } from '#ui/money.tsx';
import { NumberField } from '#ui/number-field.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import {
  type Plan,
  type PlanErrors,
  type PlanField,
  type Returns,
  readPlan,
  returnsOf,
  type TypedPlan,
} from '../returns.rules.ts';
import { DEFAULT_PLAN, PLAN_FIELDS } from './default-plan.ts';
import type { PlanSearch } from './learn-search.ts';

interface CalculatorScreenProps {
  search: PlanSearch;
  onSearch: (search: TypedPlan) => void;
}

export function CalculatorScreen({ search, onSearch }: CalculatorScreenProps) {
  const [typed, setTyped] = useState<TypedPlan>({ ...DEFAULT_PLAN, ...search });
  const [plan, setPlan] = useState(() => readPlan(typed).plan ?? defaultPlan());
  const { errors } = readPlan(typed);

  function change(changes: Partial<TypedPlan>) {
    const next = { ...typed, ...changes };
    setTyped(next);
    const read = readPlan(next);
    if (!read.plan) return;
    setPlan(read.plan);
    onSearch(next);
  }

  useEarlyInput(PLAN_FIELDS, (early) => {
    const changed = Object.entries(early).filter(([field, text]) => typed[field as PlanField] !== text);
    if (changed.length > 0) change(Object.fromEntries(changed));
  });

  return (
    <div className="page-width py-6 sm:py-10">
      <PageHeader
        back={
          <Link to="/learn" className="link-plain inline-flex min-h-11 items-center gap-1.5 font-medium">
            <ArrowLeft size={16} aria-hidden="true" />
            All articles
          </Link>
        }
        title="Returns calculator"
        description="What your shares could earn over time, after fees."
      />
      <div className="grid items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <PlanForm typed={typed} errors={errors ?? {}} onChange={change} />
        <Outcome plan={plan} stale={errors !== null} />
      </div>
      <Assumptions />
    </div>
  );
}

function defaultPlan(): Plan {
  const { plan } = readPlan(DEFAULT_PLAN);
  if (!plan) throw new Error('The default plan is not within the limits.');
  return plan;
}

function PlanForm(props: {
  typed: TypedPlan;
  errors: PlanErrors;
  onChange: (changes: Partial<TypedPlan>) => void;
}) {
  const { typed, errors, onChange } = props;
  const field = (name: PlanField) => ({
    name,
    value: typed[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  });
  return (
    <Card title="Your figures">
      <form className="grid gap-5" noValidate onSubmit={(event) => event.preventDefault()}>
        <NumberField label="Shares" inputMode="numeric" {...field('shares')} />
        <NumberField label="Price of a share" prefix="$" {...field('price')} />
        <NumberField label="Annual yield" suffix="%" {...field('yield')} />
        <NumberField
          label="Price change per year"
          suffix="%"
          inputMode="text"
          hint="Prices can fall too. Try a negative number."
          {...field('change')}
        />
        <NumberField label="Years" inputMode="numeric" {...field('years')} />
        <CheckboxField
          label="Reinvest the distributions"
          checked={typed.reinvest}
          onChange={({ target }) => onChange({ reinvest: target.checked })}
        />
      </form>
    </Card>
  );
}

function Outcome({ plan, stale }: { plan: Plan; stale: boolean }) {
  const returns = returnsOf(plan);
  const end = returns.years.at(-1);
  if (!end) return null;
  const total = end.valueCents + end.cashCents;
  return (
    <div className={stale ? 'grid min-w-0 gap-6 opacity-60' : 'grid min-w-0 gap-6'}>
      <Card
        title={`After ${counted(plan.years, 'year')}`}
        description={stale ? 'Based on the last valid numbers.' : undefined}
      >
        <p role="status" className="mb-4">
          <span className="block text-sm text-muted">Shares and money together</span>
          <span className="text-4xl font-semibold tracking-tight">
            <Money cents={total} exact />
          </span>
          <span className="mt-1 block">{gainText(total, returns.paidCents, plan.years)}</span>
        </p>
        <DescriptionList
          items={[
            { term: 'You pay', value: <Money cents={returns.paidCents} exact /> },
            {
              term: `${counted(end.shares, 'share')} at the end`,
              value: <Money cents={end.valueCents} exact />,
            },
            {
              term: plan.reinvest ? 'Distributions not yet reinvested' : 'Distributions kept',
              value: <Money cents={end.cashCents} exact />,
            },
            {
              term: 'Total distributions received',
              value: <Money cents={end.receivedCents} exact />,
            },
            { term: 'Processing fees paid', value: <Money cents={end.processingFeesCents} exact /> },
            { term: 'Management fees paid', value: <Money cents={end.managementFeesCents} exact /> },
          ]}
        />
      </Card>
      <Card>
        <GrowthChart returns={returns} reinvest={plan.reinvest} />
      </Card>
    </div>
  );
}

function gainText(total: Cents, paid: Cents, years: number): string {
  const gain = total - paid;
  if (gain === 0) return 'Exactly what you paid.';
  const percent = formatPercent((Math.abs(gain) / paid) * 100);
  const yearly = formatPercent(Math.abs((total / paid) ** (1 / years) - 1) * 100);
  const change = `${formatUsd(Math.abs(gain))} ${gain > 0 ? 'gain' : 'loss'}, ${percent}`;
  return years === 1 ? `${change}.` : `${change} over ${counted(years, 'year')} (about ${yearly} a year).`;
}

const CHART_HEIGHT_PX = 320;

function GrowthChart({ returns, reinvest }: { returns: Returns; reinvest: boolean }) {
  const points = returns.years.map(({ year, valueCents, cashCents }) => ({
    label: String(year),
    values: { value: valueCents, cash: cashCents },
  }));
  return (
    <BarChart
      title="Year by year"
      summary={`What you hold at the end of each year. You paid ${formatUsd(returns.paidCents)}.`}
      points={points}
      series={[
        { key: 'value', name: 'Value of the shares' },
        { key: 'cash', name: reinvest ? 'Not yet reinvested' : 'Distributions kept' },
      ]}
      xTitle="End of year"
      yTitle="USD"
      formatValue={formatUsd}
      formatTick={formatUsdShort}
      stacked
      height={CHART_HEIGHT_PX}
    />
  );
}

function Assumptions() {
  return (
    <section aria-labelledby="assumptions" className="mt-10 prose-width">
      <h2 id="assumptions" className="text-2xl">
        What the calculator assumes
      </h2>
      <ul className="mt-4 list-disc space-y-2 ps-6 marker:text-brass">
        <li>
          The yield is the same every year: a percentage of that year’s price, of which a quarter is
          distributed each quarter. Real distributions differ from quarter to quarter and can be zero.
        </li>
        <li>The price changes once, at the end of each year, by the percentage you enter.</li>
        <li>
          Buying costs a processing fee of {feeText(PROCESSING_FEE_BPS)}. A management fee of{' '}
          {feeText(MANAGEMENT_FEE_BPS)} is taken from each distribution. Both are rounded to the cent.
        </li>
        <li>
          Reinvesting buys whole shares of the same building at that year’s price, with the processing fee. It
          assumes that such shares are for sale. Any remainder carries over to the next quarter.
        </li>
        <li>At the end nothing is sold. Selling on the resale market has no fee, if there is a buyer.</li>
        <li>Taxes and inflation are not included.</li>
      </ul>
      <p className="mt-4 text-muted">
        This is arithmetic, not a forecast. Read{' '}
        <Link to="/learn/$slug" params={{ slug: 'what-can-go-wrong' }} className="link-plain">
          what can go wrong
        </Link>{' '}
        before you invest.
      </p>
    </section>
  );
}
