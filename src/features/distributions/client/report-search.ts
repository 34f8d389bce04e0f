import { MONTH } from '#kernel/months.ts';
import { readPropertyId } from '#kernel/property-id.ts';

/** The property and the month of a monthly report, in its address. */
export interface ReportSearch {
  /** 0 where the address names none. */
  property: number;
  month?: string;
}

/** Reads any address; a month that is none is left out. */
export function readReportSearch({ property, month }: Record<string, unknown>): ReportSearch {
  return {
    property: readPropertyId(property) ?? 0,
    ...(typeof month === 'string' && MONTH.test(month) && { month }),
  };
}
