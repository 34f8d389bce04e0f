import { searchTextOf } from '#kernel/search.ts';
import type { ArticleCategory } from '../learn.contract.ts';
import { CATEGORIES } from '../learn.rules.ts';
import type { TypedPlan } from '../returns.rules.ts';
import { DEFAULT_PLAN, PLAN_FIELDS } from './default-plan.ts';

/** The filters of the library, as its address carries them. */
export interface LibrarySearch {
  q?: string;
  category?: ArticleCategory;
}

/** Reads any address; what cannot be understood is left out. */
export function readLibrarySearch(raw: Record<string, unknown>): LibrarySearch {
  const q = searchTextOf(raw.q);
  const category = CATEGORIES.find((candidate) => candidate === raw.category);
  return { ...(q && { q }), ...(category && { category }) };
}

/** The calculator's plan in its address; an absent value is the default. */
export type PlanSearch = Partial<TypedPlan>;

export function readPlanSearch(raw: Record<string, unknown>): PlanSearch {
  const fields = PLAN_FIELDS.flatMap((field) => {
    const text = textOf(raw[field])?.slice(0, 12);
    return text === undefined || text === DEFAULT_PLAN[field] ? [] : [[field, text]];
  });
  return { ...Object.fromEntries(fields), ...(String(raw.reinvest) === 'false' && { reinvest: false }) };
}

function textOf(raw: unknown): string | undefined {
  if (typeof raw === 'number') return String(raw);
  return typeof raw === 'string' && raw.trim() !== '' ? raw.trim() : undefined;
}
