import type { ReactNode } from 'react';

export interface ChartSeries {
  key: string;
  name: string;
  /** Hatched and light: expected figures. Bars only. */
  expected?: boolean;
  /** A figure holds until the next point, or since the one before, instead of moving towards it. Lines only. */
  step?: 'after' | 'before';
}

/** One place on the horizontal axis: its text, and a figure for each series (null leaves a gap). */
export interface ChartPoint {
  label: string;
  values: Readonly<Record<string, number | null>>;
  /** A note beside its figures; in the table and the tooltip. */
  note?: string;
  /** Position: a moment, or, with `formatAt`, another figure. Without it the points have equal distances. */
  at?: number;
}

/** A figure to compare with, drawn across the plot. */
export interface ChartMark {
  value: number;
  label: string;
}

export interface ChartProps {
  title: string;
  /** One sentence that says what the chart shows; read out and shown under the title. */
  summary?: ReactNode;
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
  xTitle: string;
  yTitle: string;
  formatValue: (value: number) => string;
  /** For the axis only, where it should be shorter than in the table and the tooltip. */
  formatTick?: (value: number) => string;
  /** Round figures under the axis instead of the texts of the points, where those are positions. */
  formatAt?: (at: number) => string;
  marks?: readonly ChartMark[];
  height?: number;
  emptyText?: string;
  startAtZero?: boolean;
  /** Beside the title, such as a choice of ranges. */
  actions?: ReactNode;
  className?: string;
}

export interface LineChartProps extends ChartProps {
  /** Every series is a step line. */
  stepped?: boolean;
  /** Each series is a separate area, with an edge where it begins and room beside the outer ones. */
  areas?: boolean;
}

export interface BarChartProps extends ChartProps {
  stacked?: boolean;
}

export const DEFAULT_HEIGHT_PX = 280;
