import { assetQueries, cashQueries } from '#features/ledger/ledger.live.ts';
import type { LiveMap } from '#platform/browser/live-map.ts';
import type * as events from './distributions.events.ts';

const statement = { person: ['distributions'], admin: ['distributions', 'backOffice.waiting'] } as const;

export const distributionsLive: LiveMap<typeof events> = {
  'distributions.monthReported': {
    broadcast: ['properties.detail', 'distributions.financials', 'distributions.reportFiles'],
    person: ['owners', 'properties.detail', ...cashQueries],
    admin: ['properties.adminList', 'backOffice.waiting'],
  },
  'distributions.draftSaved': { answered: ['distributions.monthDraft'] },
  'distributions.monthReportedLate': { person: ['distributions'] },
  'distributions.statementPrepared': statement,
  // The event names no holders, whose next payments are certain now.
  'distributions.approved': {
    broadcast: ['distributions', 'properties', 'owners', 'portfolio.income'],
    person: cashQueries,
    admin: ['backOffice.waiting'],
  },
  'distributions.statementReturned': statement,
  'distributions.chunkPaid': {},
  'distributions.paid': { broadcast: ['distributions', 'properties', 'owners'], admin: ['tax.taxableYears'] },
  // The holder's notification has no separate live event.
  'distributions.received': { person: [...assetQueries, 'notifications'] },
  'distributions.reinvestmentChosen': { person: ['distributions.reinvestment'] },
};
