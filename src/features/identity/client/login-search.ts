import { safeReturnTo } from '../identity.rules.ts';

export type LoginMode = 'sign-in' | 'sign-up';

export interface LoginSearch {
  mode?: LoginMode;
  returnTo?: string;
  /** A sign-in that is half done asks for its code. */
  step?: 'code';
  /** The provider's account waits to be connected with one here: with the one there is, or perhaps with a new one. */
  connect?: 'required' | 'offered';
  /** Why a sign-in failed, by a name for which there may be a text. */
  problem?: string;
}

/** The search of the sign-in page; `returnTo` is used only when it is a page of our own. */
export function parseLoginSearch(search: Record<string, unknown>): LoginSearch {
  const { mode, returnTo, step, connect, problem } = search;
  const page = typeof returnTo === 'string' ? safeReturnTo(returnTo) : '/';
  return {
    ...(mode === 'sign-up' || mode === 'sign-in' ? { mode } : {}),
    ...(page === '/' ? {} : { returnTo: page }),
    ...(step === 'code' ? { step } : {}),
    ...(connect === 'required' || connect === 'offered' ? { connect } : {}),
    ...(typeof problem === 'string' ? { problem } : {}),
  };
}
