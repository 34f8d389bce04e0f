import { Money } from '#ui/money.tsx';

interface WaterfallStep {
  label: string;
  /** Signed change of a step; for a total, the sum so far. */
  cents: number;
  isTotal?: boolean;
}

const BAR_PX = { row: 30, top: 5, height: 20 };

/** Waterfall chart: each bar begins where the one before ends, and totals begin at zero. */
export function Waterfall({ label, steps }: { label: string; steps: readonly WaterfallStep[] }) {
  const bars = barsOf(steps);
  const low = Math.min(0, ...bars.map(({ to }) => to));
  const high = Math.max(1, ...bars.map(({ to }) => to));
  const percent = (cents: number) => (100 * (cents - low)) / (high - low);
  return (
    <ol aria-label={label}>
      {bars.map(({ step, from, to }, index) => (
        <li
          key={step.label}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 sm:grid-cols-[minmax(0,13rem)_minmax(0,1fr)_7.5rem]"
        >
          <span className={step.isTotal ? 'font-semibold' : ''}>{step.label}</span>
          <span className={`text-end sm:order-last ${step.isTotal ? 'font-semibold' : ''}`}>
            <Money exact signed={!step.isTotal} cents={step.cents} />
          </span>
          <Bar step={step} from={percent(from)} to={percent(to)} isLast={index === bars.length - 1} />
        </li>
      ))}
    </ol>
  );
}

interface BarProps {
  step: WaterfallStep;
  /** In percent of the width. */
  from: number;
  to: number;
  isLast: boolean;
}

function Bar({ step, from, to, isLast }: BarProps) {
  const { row, top, height } = BAR_PX;
  const fill = step.isTotal ? 'fill-series-1' : step.cents < 0 ? 'fill-series-3' : 'fill-series-2';
  return (
    <svg width="100%" height={row} className="col-span-2 block sm:col-span-1" aria-hidden="true">
      {!step.isTotal && <line x1={`${from}%`} x2={`${from}%`} y2={top} className="stroke-field-line" />}
      <rect
        x={`${Math.min(from, to)}%`}
        width={`max(2px, ${Math.abs(to - from)}%)`}
        y={top}
        height={height}
        rx={2}
        className={fill}
      />
      {!isLast && (
        <line x1={`${to}%`} x2={`${to}%`} y1={top + height} y2={row} className="stroke-field-line" />
      )}
    </svg>
  );
}

function barsOf(steps: readonly WaterfallStep[]) {
  let reached = 0;
  return steps.map((step) => {
    const from = step.isTotal ? 0 : reached;
    reached = step.isTotal ? step.cents : reached + step.cents;
    return { step, from, to: reached };
  });
}
