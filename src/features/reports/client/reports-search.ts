export type ReportTab = 'statements' | 'performance' | 'gains' | 'tax' | 'downloads';

const REPORT_TABS: readonly ReportTab[] = ['statements', 'performance', 'gains', 'tax', 'downloads'];

/** The tab and the period as the address carries them; without a year it is the running year. */
export interface ReportsSearch {
  tab?: ReportTab;
  year?: number;
  quarter?: number;
  /** The period of the returns by property and market. */
  span?: string;
}

/** What the screen gets of the address, and how it changes that. */
export interface ReportsProps {
  search: ReportsSearch;
  onSearch: (next: Record<string, unknown>) => void;
}

const SPAN = /^(all|20\d\d(-(Q[1-4]|0[1-9]|1[0-2]))?)$/;

const wholeBetween = (raw: unknown, least: number, most: number): number | undefined => {
  const number = Number(raw);
  return Number.isInteger(number) && number >= least && number <= most ? number : undefined;
};

/** Reads any address; what cannot be understood is left out. */
export function readReportsSearch(raw: Record<string, unknown>): ReportsSearch {
  const tab = REPORT_TABS.find((candidate) => candidate === raw.tab);
  const year = wholeBetween(raw.year, 2000, 2099);
  const quarter = wholeBetween(raw.quarter, 1, 4);
  return {
    ...(tab && tab !== 'statements' && { tab }),
    ...(year !== undefined && { year }),
    ...(quarter !== undefined && { quarter }),
    ...(typeof raw.span === 'string' && SPAN.test(raw.span) && { span: raw.span }),
  };
}

/** Input of the server's query. */
export function periodOf({ year, quarter, span }: ReportsSearch): Omit<ReportsSearch, 'tab'> {
  return {
    ...(year !== undefined && { year }),
    ...(quarter !== undefined && { quarter }),
    ...(span !== undefined && { span }),
  };
}
