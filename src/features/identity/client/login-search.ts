import { safeReturnTo } from '../identity.rules.ts';
import { parseProblem, type SignInProblem } from './sign-in-problems.ts';

export type LoginMode = 'sign-in' | 'sign-up';

export interface LoginSearch {
  mode?: LoginMode;
  returnTo?: string;
  /** A sign-in that is half done asks for its code. */
  step?: 'code';
  /** The provider's account waits to be connected with one here: with the one there is, or perhaps with a new one. */
  connect?: 'required' | 'offered';
  problem?: SignInProblem;
}

/** The search of the sign-in page; `returnTo` is used only when it is a page of our own. */
export function parseLoginSearch(search: Record<string, unknown>): LoginSearch {
  const { mode, returnTo, step, connect } = search;
  const page = typeof returnTo === 'string' ? safeReturnTo(returnTo) : '/';
  const problem = parseProblem(search.problem);
  return {
    ...(mode === 'sign-up' || mode === 'sign-in' ? { mode } : {}),
    ...(page === '/' ? {} : { returnTo: page }),
    ...(step === 'code' ? { step } : {}),
    ...(connect === 'required' || connect === 'offered' ? { connect } : {}),
    ...(problem ? { problem } : {}),
  };
}
