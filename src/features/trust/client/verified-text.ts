import { formatDate } from '#kernel/time.ts';
import type { TrustFacts } from '../trust.contract.ts';

const hourFormat = new Intl.DateTimeFormat('en-US', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/** The result of a verification in a few words; in UTC, so that server and browser agree. */
export function verifiedText({ at, broken }: NonNullable<TrustFacts['verification']>): string {
  const moment = `${formatDate(at)} at ${hourFormat.format(new Date(at))} UTC`;
  if (broken === 0) return `Zero drift, verified ${moment}`;
  return `${broken} of the checks failed, verified ${moment}`;
}
