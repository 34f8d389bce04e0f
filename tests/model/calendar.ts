/** A month and a quarter by their numbers since the year 0, so that the next one is one more; all by UTC. */
export type Month = number;
export type Quarter = number;

export function monthOf(moment: number): Month {
  const date = new Date(moment);
  return 12 * date.getUTCFullYear() + date.getUTCMonth();
}

export const yearOf = (month: Month) => Math.floor(month / 12);
export const startOf = (month: Month) => Date.UTC(yearOf(month), month % 12);
export const monthText = (month: Month) => `${yearOf(month)}-${String(1 + (month % 12)).padStart(2, '0')}`;

export const quarterOf = (month: Month): Quarter => Math.floor(month / 3);
export const quarterText = (quarter: Quarter) => `${Math.floor(quarter / 4)}-Q${1 + (quarter % 4)}`;
