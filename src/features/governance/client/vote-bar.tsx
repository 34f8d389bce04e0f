import { useId } from 'react';
import type { VoteChoice } from '../governance.contract.ts';
import type { Tally } from '../governance.rules.ts';

/** Yes from the left, so that it passes the mark of the majority when it leads. */
export const barOrder = ['yes', 'abstain', 'no'] as const satisfies readonly VoteChoice[];

const fills: Record<VoteChoice, string> = {
  yes: 'fill-series-1',
  abstain: 'fill-field-line',
  no: 'fill-series-3',
};

const BAR_PX = { top: 22, height: 22, whole: 66 };

interface VoteBarProps {
  tally: Tally;
  eligibleShares: number;
  quorumShares: number;
}

/** All shares that may vote as one bar: their answers, the quorum above and the majority below. */
export function VoteBar({ tally, eligibleShares, quorumShares }: VoteBarProps) {
  const clip = useId();
  if (eligibleShares === 0) return null;
  const percent = (shares: number) => (100 * shares) / eligibleShares;
  const starts = { yes: 0, abstain: tally.yes, no: tally.yes + tally.abstain };
  const { top, height, whole } = BAR_PX;
  const counted = tally.yes + tally.no;
  return (
    <svg width="100%" height={whole} className="my-1 block text-xs" aria-hidden="true">
      <clipPath id={clip}>
        <rect width="100%" y={top} height={height} rx={5} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <rect width="100%" y={top} height={height} className="fill-line" />
        {barOrder.map((choice) => (
          <rect
            key={choice}
            x={`${percent(starts[choice])}%`}
            width={`${percent(tally[choice])}%`}
            y={top}
            height={height}
            className={`${fills[choice]} stroke-surface`}
            strokeWidth={tally[choice] > 0 ? 1.5 : 0}
          />
        ))}
      </g>
      <Mark at={percent(quorumShares)} label="Quorum" y={14} />
      {counted > 0 && <Mark at={percent(counted / 2)} label="Majority" y={whole - 5} />}
    </svg>
  );
}

function Mark({ at, label, y }: { at: number; label: string; y: number }) {
  const { top, height } = BAR_PX;
  const isAbove = y < top;
  return (
    <>
      {lines.map(({ className, width }) => (
        <line
          key={className}
          x1={`${at}%`}
          x2={`${at}%`}
          y1={isAbove ? top - 5 : top}
          y2={isAbove ? top + height : top + height + 5}
          className={className}
          strokeWidth={width}
        />
      ))}
      <text
        x={`${at}%`}
        y={y}
        textAnchor={at < 8 ? 'start' : at > 92 ? 'end' : 'middle'}
        className="fill-ink"
      >
        {label}
      </text>
    </>
  );
}

/** Dark on light, so that a mark is seen on every color of the bar. */
const lines = [
  { className: 'stroke-surface', width: 5 },
  { className: 'stroke-ink', width: 2 },
];

/** The color of a choice beside its name. */
export function VoteKey({ choice }: { choice: VoteChoice }) {
  return (
    <svg width={12} height={12} aria-hidden="true">
      <rect width={12} height={12} rx={2.5} className={fills[choice]} />
    </svg>
  );
}
