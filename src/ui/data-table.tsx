import { ArrowDown, ArrowUp, ArrowUpDown, ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
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
  /** Takes the whole width of its card where values are in two columns. */
  wide?: boolean;
  /**
   * Where it stands in the row's card on small screens: as the one value beside the row's name, below that value, or
   * below the name, in one line with the others that do; a wide one there in its own on phones. The values that have no
   * place are shown on demand then.
   */
  mobilePlacement?: 'lead' | 'underLead' | 'underName';
  sortable?: boolean;
}

/** On small screens a row shows the figure that its table is sorted by, or the usual one, above its status. */
export function leadingBy<Row>(
  sorted: string,
  columns: readonly DataColumn<Row>[],
  usual: string,
): readonly DataColumn<Row>[] {
  const lead = sorted === 'name' || sorted === 'status' ? usual : sorted;
  return columns.map((column) => {
    if (column.key === lead) return { ...column, mobilePlacement: 'lead' };
    return column.key === 'status' ? { ...column, mobilePlacement: 'underLead' } : column;
  });
}

interface SortState {
  key: string;
  direction: 'ascending' | 'descending';
}

interface DataTableProps<Row> {
  caption: string;
  captionHidden?: boolean;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  empty?: ReactNode;
  sort?: SortState | undefined;
  onSort?: (sort: SortState) => void;
  /**
   * The smallest screen on which it is a table, and no cards: a phone for few and short columns, a tablet for many short
   * ones. Without it, a tablet or, for many columns, a laptop.
   */
  tableFrom?: 'phone' | 'tablet' | undefined;
  /** Set where the last row is the result of the others. */
  hasTotal?: boolean;
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

/** Number of columns from which a table needs a laptop's width. */
const WIDE_COLUMNS = 5;
/** Number of columns from which a table is narrow between them on any screen. */
const CROWDED_COLUMNS = 9;

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
  tableFrom,
  hasTotal = false,
  className,
}: DataTableProps<Row>) {
  if (rows.length === 0 && empty !== undefined) return <>{empty}</>;
  const leads = columns.some(
    ({ mobilePlacement }) => mobilePlacement === 'lead' || mobilePlacement === 'underName',
  );
  const folds = leads && columns.some(({ rowHeader, mobilePlacement }) => !(rowHeader || mobilePlacement));
  return (
    <div className={joinClasses('relative overflow-x-auto print:overflow-visible', className)}>
      <table
        {...roles.table}
        className={joinClasses(
          'w-full border-collapse text-[0.9375rem]',
          tableFrom === 'phone' ? 'table-narrow' : 'table-cards',
          tableFrom === undefined && columns.length >= WIDE_COLUMNS && 'table-wide',
          columns.length >= CROWDED_COLUMNS && 'table-crowded',
          leads && 'table-leads',
          folds && 'table-folds',
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
          {rows.map((row, index) => (
            <BodyRow
              key={rowKey(row)}
              columns={columns}
              row={row}
              folds={folds}
              isTotal={hasTotal && index === rows.length - 1}
            />
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
  // As high as its neighbors that sort.
  const plain = onSort ? <span className="inline-flex min-h-9 items-center">{label}</span> : label;
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
        <>
          <button
            type="button"
            className="inline-flex min-h-9 cursor-pointer items-center gap-1.5 hover:text-ink"
            onClick={() =>
              onSort({ key: column.key, direction: direction === 'ascending' ? 'descending' : 'ascending' })
            }
          >
            {label}
            <Icon size={14} className="shrink-0" aria-hidden="true" />
          </button>
          <span className="sorting-heading">{label}</span>
        </>
      ) : (
        plain
      )}
    </th>
  );
}

interface BodyRowProps<Row> {
  columns: readonly DataColumn<Row>[];
  row: Row;
  folds: boolean;
  isTotal: boolean;
}

function BodyRow<Row>({ columns, row, folds, isTotal }: BodyRowProps<Row>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <tr
      {...roles.row}
      data-open={isOpen || undefined}
      className={joinClasses(
        'border-b border-line last:border-b-0 hover:bg-quiet-soft/50',
        isTotal && 'border-t-2 font-semibold',
      )}
    >
      {columns.map((column) => (
        <BodyCell key={column.key} column={column}>
          {folds && column.rowHeader ? (
            <Foldable isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
              {column.cell(row)}
            </Foldable>
          ) : (
            column.cell(row)
          )}
        </BodyCell>
      ))}
    </tr>
  );
}

interface FoldableProps {
  isOpen: boolean;
  onToggle: () => void;
  children: ReactNode;
}

/** The name of a row, with the button that shows and hides the row's figures where it is a card. */
function Foldable({ isOpen, onToggle, children }: FoldableProps) {
  const id = useId();
  return (
    <>
      <span id={`${id}-name`}>{children}</span>
      <button
        type="button"
        id={id}
        aria-expanded={isOpen}
        aria-label="Details of"
        aria-labelledby={`${id} ${id}-name`}
        className="fold"
        onClick={onToggle}
      >
        <ChevronDown size={20} aria-hidden="true" />
      </button>
    </>
  );
}

function BodyCell<Row>({ column, children }: { column: DataColumn<Row>; children: ReactNode }) {
  const look = joinClasses('px-4 py-3 align-middle', column.amount && 'amount', alignment(column));
  if (column.rowHeader) {
    return (
      <th {...roles.rowHeader} scope="row" className={joinClasses(look, 'font-semibold')}>
        {children}
      </th>
    );
  }
  return (
    <td
      {...roles.cell}
      data-label={column.headerHidden ? undefined : column.header}
      data-wide={column.wide || undefined}
      data-lead={column.mobilePlacement === 'lead' || undefined}
      data-under={column.mobilePlacement === 'underLead' || undefined}
      data-below={column.mobilePlacement === 'underName' || undefined}
      className={look}
    >
      {children}
    </td>
  );
}
