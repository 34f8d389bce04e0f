import { ChartLine } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import {
  Bar,
  BarChart as BarDrawing,
  CartesianGrid,
  Legend,
  Line,
  LineChart as LineDrawing,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { Button } from '#ui/button.tsx';
import { joinClasses } from '#ui/classes.ts';
import { DataTable } from '#ui/data-table.tsx';

export interface ChartSeries {
  key: string;
  name: string;
}

/** One place on the horizontal axis: its text, and a figure for each series (null leaves a gap). */
export interface ChartPoint {
  label: string;
  values: Readonly<Record<string, number | null>>;
  /** A note beside its figures; in the table and the tooltip. */
  note?: string;
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
  height?: number;
  emptyText?: string;
  startAtZero?: boolean;
  className?: string;
}

const colors = ['var(--series-1)', 'var(--series-2)', 'var(--series-3)', 'var(--series-4)'];
const dashes = ['0', '7 4', '2 3', '10 3 2 3'];
const tick = { fill: 'var(--muted)', fontSize: 12 };
const margin = { top: 8, right: 12, bottom: 22, left: 0 };
const DIGIT_WIDTH = 7.2;
const AXIS_TITLE_WIDTH = 32;

export interface LineChartProps extends ChartProps {
  /** A figure holds until the next one, instead of moving towards it. */
  stepped?: boolean;
}

export function LineChart(props: LineChartProps) {
  const { points, series, startAtZero = false, stepped = false } = props;
  return (
    <ChartFrame {...props}>
      <LineDrawing data={[...points]} margin={margin} title={props.title}>
        {axes(props, startAtZero)}
        {series.map((one, index) => (
          <Line
            key={one.key}
            name={one.name}
            dataKey={(point: ChartPoint) => point.values[one.key] ?? null}
            stroke={colors[index % colors.length]!}
            strokeDasharray={dashes[index % dashes.length]!}
            strokeWidth={2.25}
            dot={points.length <= 2}
            activeDot={{ r: 5 }}
            isAnimationActive={false}
            type={stepped ? 'stepAfter' : 'monotone'}
          />
        ))}
      </LineDrawing>
    </ChartFrame>
  );
}

export function BarChart(props: ChartProps & { stacked?: boolean }) {
  const { points, series, stacked = false, startAtZero = true } = props;
  return (
    <ChartFrame {...props}>
      <BarDrawing data={[...points]} margin={margin} title={props.title}>
        {axes(props, startAtZero)}
        {series.map((one, index) => (
          <Bar
            key={one.key}
            name={one.name}
            dataKey={(point: ChartPoint) => point.values[one.key] ?? null}
            fill={colors[index % colors.length]!}
            {...(stacked ? { stackId: 'all' } : {})}
            radius={stacked ? 0 : [4, 4, 0, 0]}
            maxBarSize={40}
            isAnimationActive={false}
          />
        ))}
      </BarDrawing>
    </ChartFrame>
  );
}

/** Room for the widest tick and the title beside it; measured by the browser, the two may stand in each other. */
function yAxisWidth({ points, series, formatValue, formatTick = formatValue }: ChartProps): number {
  const figures = points.flatMap(({ values }) => series.map(({ key }) => values[key] ?? 0));
  const digits = Math.max(...figures.map((figure) => formatTick(figure).length)) + 1;
  return Math.ceil(digits * DIGIT_WIDTH) + AXIS_TITLE_WIDTH;
}

function axes(props: ChartProps, startAtZero: boolean) {
  const { xTitle, yTitle, formatValue, formatTick, series, points } = props;
  const format = (value: unknown) => formatValue(Number(value));
  return (
    <>
      <CartesianGrid vertical={false} stroke="var(--color-base-300)" />
      <XAxis
        dataKey="label"
        tick={tick}
        tickLine={false}
        stroke="var(--field-line)"
        minTickGap={24}
        label={{ value: xTitle, position: 'bottom', offset: 4, ...tick }}
      />
      <YAxis
        tick={tick}
        tickLine={false}
        axisLine={false}
        width={yAxisWidth(props)}
        domain={startAtZero ? [0, 'auto'] : ['auto', 'auto']}
        tickFormatter={formatTick ?? formatValue}
        label={{
          value: yTitle,
          angle: -90,
          position: 'insideLeft',
          offset: 12,
          style: { textAnchor: 'middle' },
          ...tick,
        }}
      />
      <Tooltip
        formatter={format}
        labelFormatter={(label) => labelText(points.find((point) => point.label === label))}
        isAnimationActive={false}
        cursor={{ stroke: 'var(--field-line)', fill: 'var(--quiet-soft)' }}
        contentStyle={{
          background: 'var(--color-base-100)',
          border: '1px solid var(--color-base-300)',
          borderRadius: 8,
          fontVariantNumeric: 'tabular-nums',
        }}
        itemStyle={{ color: 'var(--color-base-content)' }}
      />
      {series.length > 1 && <Legend verticalAlign="top" height={32} iconType="plainline" />}
    </>
  );
}

const labelText = (point: ChartPoint | undefined) =>
  [point?.label, point?.note].filter((text) => text !== undefined).join(', ');

function ChartFrame({
  title,
  summary,
  points,
  series,
  xTitle,
  formatValue,
  height = 280,
  emptyText = 'There is nothing to draw yet.',
  className,
  children,
}: ChartProps & { children: ReactNode }) {
  const id = useId();
  const [asTable, setAsTable] = useState(false);
  const isEmpty = points.length === 0;
  return (
    <figure aria-labelledby={id} className={joinClasses('min-w-0', className)}>
      <figcaption className="mb-3 flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <span className="min-w-0">
          <span id={id} className="block font-serif text-lg font-medium">
            {title}
          </span>
          {summary && <span className="block text-sm text-muted">{summary}</span>}
        </span>
        {!isEmpty && (
          <Button
            variant="quiet"
            size="small"
            className="no-print"
            aria-pressed={asTable}
            onClick={() => setAsTable(!asTable)}
          >
            Show as table
          </Button>
        )}
      </figcaption>
      {isEmpty && <EmptyChart height={height} text={emptyText} />}
      {!isEmpty && !asTable && (
        <div style={{ height }} className="text-sm">
          <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 320, height }}>
            {children}
          </ResponsiveContainer>
        </div>
      )}
      {!isEmpty && asTable && (
        <div style={{ minHeight: height }}>
          <ChartTable {...{ title, points, series, xTitle, formatValue }} />
        </div>
      )}
    </figure>
  );
}

function EmptyChart({ height, text }: { height: number; text: string }) {
  return (
    <div
      style={{ height }}
      className="grid place-content-center justify-items-center gap-3 rounded-box border border-dashed border-field-line/60 px-6 text-center text-muted"
    >
      <ChartLine size={28} strokeWidth={1.5} aria-hidden="true" />
      <p>{text}</p>
    </div>
  );
}

function ChartTable({
  title,
  points,
  series,
  xTitle,
  formatValue,
}: Pick<ChartProps, 'title' | 'points' | 'series' | 'xTitle' | 'formatValue'>) {
  return (
    <DataTable
      caption={title}
      rows={points}
      rowKey={(point) => point.label}
      columns={[
        { key: 'label', header: xTitle, rowHeader: true, cell: labelText },
        ...series.map((one) => ({
          key: one.key,
          header: one.name,
          amount: true,
          cell: (point: ChartPoint) => {
            const value = point.values[one.key];
            return value === null || value === undefined ? 'No figure' : formatValue(value);
          },
        })),
      ]}
    />
  );
}
