import type { AutoInvestSettings } from '#features/auto-invest/auto-invest.contract.ts';
import type { ReportLines } from '#features/distributions/distributions.contract.ts';
import type { ValuationBasis } from '#features/valuations/share-value.contract.ts';
import type { Cents } from '#kernel/money.ts';
import type { SampleDocument } from './documents.ts';

/** The acting person: the index of an investor or owner of the cast, or one of the three sample accounts. */
export type Participant = { investor: number } | { owner: number } | 'investor' | 'owner' | 'admin';

export type Step =
  | { at: Date; do: 'sign up'; who: Participant }
  | { at: Date; do: 'verify identity'; who: Participant }
  | { at: Date; do: 'submit'; who: Participant; property: number }
  | { at: Date; do: 'file'; property: number; document: SampleDocument }
  | { at: Date; do: 'review'; property: number }
  | { at: Date; do: 'close offering'; property: number }
  | { at: Date; do: 'deposit'; who: Participant; amountCents: Cents }
  | { at: Date; do: 'invest'; who: Participant; property: number; shares: number }
  | {
      at: Date;
      do: 'list';
      who: Participant;
      property: number;
      shares: number;
      priceCents: Cents;
      listing: number;
    }
  | { at: Date; do: 'bid'; who: Participant; property: number; shares: number; priceCents: Cents }
  | { at: Date; do: 'buy'; who: Participant; listing: number; shares: number; totalCents: Cents }
  | { at: Date; do: 'watch'; who: Participant; property: number }
  | { at: Date; do: 'submit with documents'; who: Participant; submission: number }
  | { at: Date; do: 'ask' | 'answer' | 'decide'; submission: number }
  | {
      at: Date;
      do: 'value';
      valuation: number;
      property: number;
      /** Per mille of the valuation by the offering. */
      permille: number;
      basis: ValuationBasis;
    }
  | { at: Date; do: 'approve valuation'; valuation: number }
  | { at: Date; do: 'run jobs' }
  | { at: Date; do: 'refer'; who: Participant; by: Participant }
  | { at: Date; do: 'join waitlist'; email: string; name?: string }
  | { at: Date; do: 'report'; property: number; month: string; lines: ReportLines; note: string | null }
  | { at: Date; do: 'turn on auto-invest'; who: Participant; types: AutoInvestSettings['propertyTypes'] }
  | { at: Date; do: 'auto-invest' }
  | { at: Date; do: 'approve statements' }
  | { at: Date; do: 'pay' }
  | { at: Date; do: 'issue statements' }
  | { at: Date; do: 'classify'; year: number }
  | { at: Date; do: 'reinvest'; property: number }
  | { at: Date; do: 'propose'; decision: number; property: number; title: string; description: string }
  | { at: Date; do: 'vote'; decision: number; property: number; yesPercent: number; voters?: number }
  | { at: Date; do: 'close votes' }
  | { at: Date; do: 'follow up'; decision: number; property: number; text: string };
