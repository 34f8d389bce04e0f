export type ReportTab = 'statements' | 'performance' | 'gains' | 'tax' | 'downloads';

export const REPORT_TABS: readonly ReportTab[] = ['statements', 'performance', 'gains', 'tax', 'downloads'];

/** The tab and the period as the address carries them; without a year it is the newest that has something. */
export interface ReportsSearch {
  tab?: ReportTab;
  year?: number;
  quarter?: number;
}

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
  };
}

/** What the server is asked for. */
export function periodOf({ year, quarter }: ReportsSearch): { year?: number; quarter?: number } {
  return { ...(year !== undefined && { year }), ...(quarter !== undefined && { quarter }) };
}
