import type { PlanField, TypedPlan } from '../returns.rules.ts';

/** What the calculator begins with; apart from the arithmetic, because the address of its page is read with it. */
export const USUAL_PLAN: TypedPlan = {
  shares: '10',
  price: '100',
  yield: '7.5',
  change: '2',
  years: '10',
  reinvest: true,
};

export const PLAN_FIELDS: readonly PlanField[] = ['shares', 'price', 'yield', 'change', 'years'];
