import { readPropertyId } from '#kernel/property-id.ts';

/** The property and the month of a monthly report, in its address. */
export interface ReportSearch {
  /** 0 where the address names none. */
  property: number;
  month?: string;
}

/** Reads any address. Which months can be reported the screen knows. */
export function readReportSearch({ property, month }: Record<string, unknown>): ReportSearch {
  return {
    property: readPropertyId(property) ?? 0,
    ...(typeof month === 'string' && /^\d{4}-\d\d$/.test(month) && { month }),
  };
}
