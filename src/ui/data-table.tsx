import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { joinClasses } from '#ui/classes.ts';

export interface DataColumn<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'start' | 'center' | 'end';
  /** Right-aligned with tabular figures. */
  amount?: boolean;
  /** Names the row: becomes its header cell and the head of its card on small screens. */
  rowHeader?: boolean;
  headerHidden?: boolean;
  sortable?: boolean;
}

export interface SortState {
  key: string;
  direction: 'ascending' | 'descending';
}

export interface DataTableProps<Row> {
  caption: string;
  captionHidden?: boolean;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  empty?: ReactNode;
  sort?: SortState | undefined;
  onSort?: (sort: SortState) => void;
  className?: string;
}

// Tables shown as blocks lose their table meaning in some browsers; the roles give it back.
const roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  header: { role: 'columnheader' },
  rowHeader: { role: 'rowheader' },
  cell: { role: 'cell' },
};

/** A table of so many columns needs a laptop's width. */
const WIDE_COLUMNS = 5;

function alignment<Row>(column: DataColumn<Row>): string {
  if (column.amount || column.align === 'end') return 'text-end';
  return column.align === 'center' ? 'text-center' : 'text-start';
}

export function DataTable<Row>({
  caption,
  captionHidden = true,
  columns,
  rows,
  rowKey,
  empty,
  sort,
  onSort,
  className,
}: DataTableProps<Row>) {
  if (rows.length === 0 && empty !== undefined) return <>{empty}</>;
  return (
    <div className={joinClasses('relative overflow-x-auto print:overflow-visible', className)}>
      <table
        {...roles.table}
        className={joinClasses(
          'table-cards w-full border-collapse text-[0.9375rem]',
          columns.length >= WIDE_COLUMNS && 'table-wide',
        )}
      >
        <caption className={captionHidden ? 'sr-only' : 'px-4 pb-3 text-start font-serif text-lg'}>
          {caption}
        </caption>
        <thead {...roles.group}>
          <tr {...roles.row} className="border-b border-line">
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody {...roles.group}>
          {rows.map((row) => (
            <tr
              {...roles.row}
              key={rowKey(row)}
              className="border-b border-line last:border-b-0 hover:bg-quiet-soft/50"
            >
              {columns.map((column) => (
                <BodyCell key={column.key} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface HeaderCellProps<Row> {
  column: DataColumn<Row>;
  sort: SortState | undefined;
  onSort: ((sort: SortState) => void) | undefined;
}

function HeaderCell<Row>({ column, sort, onSort }: HeaderCellProps<Row>) {
  const direction = sort?.key === column.key ? sort.direction : undefined;
  const Icon = direction === undefined ? ArrowUpDown : direction === 'ascending' ? ArrowUp : ArrowDown;
  const label = <span className={column.headerHidden ? 'sr-only' : undefined}>{column.header}</span>;
  return (
    <th
      {...roles.header}
      scope="col"
      aria-sort={direction}
      className={joinClasses(
        'px-4 py-2.5 text-sm font-semibold whitespace-nowrap text-muted',
        alignment(column),
      )}
    >
      {column.sortable && onSort ? (
        <button
          type="button"
          className="inline-flex min-h-9 cursor-pointer items-center gap-1.5 hover:text-ink"
          onClick={() =>
            onSort({ key: column.key, direction: direction === 'ascending' ? 'descending' : 'ascending' })
          }
        >
          {label}
          <Icon size={14} aria-hidden="true" />
        </button>
      ) : (
        label
      )}
    </th>
  );
}

function BodyCell<Row>({ column, row }: { column: DataColumn<Row>; row: Row }) {
  const look = joinClasses('px-4 py-3 align-middle', column.amount && 'amount', alignment(column));
  if (column.rowHeader) {
    return (
      <th {...roles.rowHeader} scope="row" className={joinClasses(look, 'font-semibold')}>
        {column.cell(row)}
      </th>
    );
  }
  return (
    <td {...roles.cell} data-label={column.headerHidden ? undefined : column.header} className={look}>
      {column.cell(row)}
    </td>
  );
}
