import { ChartLine, Table2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { joinClasses } from '#ui/classes.ts';
import { DataTable } from '#ui/data-table.tsx';
import { type ChartPoint, type ChartProps, DEFAULT_HEIGHT_PX } from './chart.types.ts';
import { Legend, placeText } from './look.tsx';
import { figureAt } from './scales.ts';

interface ChartFrameProps extends ChartProps {
  kind: 'line' | 'bar';
  /** Names beside what they name need no legend in a wide chart. */
  legend: 'always' | 'narrow';
  children: (titleId: string) => ReactNode;
}

/** Title, summary, legend, and the same figures as a table. */
export function ChartFrame({ children, ...props }: ChartFrameProps) {
  const { title, summary, points, series, xTitle, yTitle, kind, legend, actions, className } = props;
  const { height = DEFAULT_HEIGHT_PX, emptyText = 'There is nothing to show yet.' } = props;
  const id = useId();
  const [asTable, setAsTable] = useState(false);
  const isEmpty = points.length === 0;
  return (
    <figure aria-labelledby={id} className={joinClasses('@container min-w-0', className)}>
      <figcaption className="mb-3 flex flex-wrap items-start gap-x-3 gap-y-2">
        <span className="min-w-0 flex-1 basis-52">
          <span id={id} className="block font-serif text-lg font-medium">
            {title}
          </span>
          {summary && <span className="block text-sm text-muted">{summary}</span>}
        </span>
        {!isEmpty && (
          <Button
            variant="quiet"
            size="small"
            className="no-print order-1 -me-3 sm:order-2"
            aria-pressed={asTable}
            onClick={() => setAsTable(!asTable)}
          >
            <Table2 size={16} aria-hidden="true" />
            <span className="max-sm:sr-only">Show as table</span>
          </Button>
        )}
        {!isEmpty && actions && <span className="order-2 sm:order-1">{actions}</span>}
      </figcaption>
      {isEmpty && <EmptyChart height={height} text={emptyText} />}
      {!isEmpty && !asTable && (
        <>
          <div className="mb-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-xs text-muted">
            <span>{`${yTitle}, by ${xTitle.toLowerCase()}`}</span>
            {series.length > 1 && (
              <Legend
                points={points}
                series={series}
                kind={kind}
                id={id}
                {...(legend === 'narrow' && { className: '@min-[35rem]:hidden' })}
              />
            )}
          </div>
          {children(id)}
        </>
      )}
      {!isEmpty && asTable && (
        <div style={{ minHeight: height }}>
          <ChartTable {...props} />
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

function ChartTable({ title, points, series, xTitle, formatValue }: ChartProps) {
  return (
    <DataTable
      caption={title}
      tableFrom={series.length === 1 ? 'phone' : undefined}
      rows={points}
      rowKey={(point) => `${point.at ?? ''}${point.label}`}
      columns={[
        { key: 'label', header: xTitle, rowHeader: true, cell: placeText },
        ...series.map((one) => ({
          key: one.key,
          header: one.name,
          amount: true,
          cell: (point: ChartPoint) => {
            const value = figureAt(point, one);
            return value === null ? 'No data' : formatValue(value);
          },
        })),
      ]}
    />
  );
}
