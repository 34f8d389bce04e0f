import { useNavigate } from '@tanstack/react-router';
import type { Suggestion } from '../search.contract.ts';
import { yieldIn } from '../search.rules.ts';

const MARKET = '/investor-marketplace';
const BPS_IN_PERCENT = 100;

/** Goes to a suggestion, or to the results of a text without a chosen one. */
export function useGoTo() {
  const navigate = useNavigate();
  return {
    suggestion({ id, type, location, yieldBps }: Suggestion): void {
      if (type === 'property') void navigate({ to: '/property/$id', params: { id } });
      else if (type === 'location') void navigate({ to: MARKET, search: { ...(location && { location }) } });
      else void navigate({ to: MARKET, search: { ...(yieldBps && { yield: yieldBps / BPS_IN_PERCENT }) } });
    },
    text(typed: string): void {
      const bps = yieldIn(typed);
      const search = bps === null ? { q: typed } : { yield: bps / BPS_IN_PERCENT };
      void navigate({ to: MARKET, search });
    },
  };
}
