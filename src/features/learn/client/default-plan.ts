import type { PlanField, TypedPlan } from '../returns.rules.ts';

/** The initial values of the calculator; apart from the arithmetic, because the address of its page is read with them. */
export const DEFAULT_PLAN: TypedPlan = {
  shares: '10',
  price: '100',
  yield: '7.5',
  change: '2',
  years: '10',
  reinvest: true,
};

export const PLAN_FIELDS: readonly PlanField[] = ['shares', 'price', 'yield', 'change', 'years'];
