import { DAY, MINUTE, SECOND } from '#kernel/time.ts';
import { cookie, valueIn } from '#platform/server/transport/cookies.ts';
import type { TrpcContext } from '#platform/server/transport/trpc.ts';
import { SESSION_IDLE_DAYS } from './sessions.ts';

const SESSION_COOKIE = 'commonhold';

/** A sign-in in several steps, bound by a cookie to the browser it began in. */
export type FlowCookie = 'second-factor' | 'provider' | 'connect';

const FLOW_COOKIE_MINUTES = 10;

/** The Set-Cookie value of a session token. */
export function sessionCookie(token: string, secure: boolean): string {
  return cookie(SESSION_COOKIE, token, (SESSION_IDLE_DAYS * DAY) / SECOND, secure);
}

/** The Set-Cookie value that removes it. */
export function expiredCookie(secure: boolean): string {
  return cookie(SESSION_COOKIE, '', 0, secure);
}

/** The session token in a Cookie header, or null. */
export function tokenInCookies(header: string | null | undefined, secure: boolean): string | null {
  return valueIn(header, SESSION_COOKIE, secure);
}

/** The code of an invitation link, and nothing else. */
const REFERRAL_COOKIE = `${SESSION_COOKIE}-referral`;

/** The Set-Cookie value of an invitation's code. */
export function referralCookie(code: string, days: number, secure: boolean): string {
  return cookie(REFERRAL_COOKIE, code, (days * DAY) / SECOND, secure);
}

type Exchange = Pick<TrpcContext, 'responseHeaders' | 'cookies'> & { caller: { secure: boolean } };

const flowName = (flow: FlowCookie) => `${SESSION_COOKIE}-${flow}`;

/** Stores the token of a flow in the browser for the minutes in which the flow is valid. */
export function setFlowCookie({ responseHeaders, caller }: Exchange, flow: FlowCookie, token: string): void {
  const maxAge = (FLOW_COOKIE_MINUTES * MINUTE) / SECOND;
  responseHeaders.append('set-cookie', cookie(flowName(flow), token, maxAge, caller.secure));
}

export function flowTokenInCookies({ cookies, caller }: Exchange, flow: FlowCookie): string | null {
  return valueIn(cookies, flowName(flow), caller.secure);
}

export function clearFlowCookie({ responseHeaders, caller }: Exchange, flow: FlowCookie): void {
  responseHeaders.append('set-cookie', cookie(flowName(flow), '', 0, caller.secure));
}

/** The code by which the person in this browser was invited, if there is one. */
export function referralCodeIn({ cookies, caller }: Exchange): string | undefined {
  return valueIn(cookies, REFERRAL_COOKIE, caller.secure) ?? undefined;
}

/** Removes the cookie of the invitation: it has led to an account. */
export function clearReferralCookie({ responseHeaders, caller }: Exchange): void {
  responseHeaders.append('set-cookie', cookie(REFERRAL_COOKIE, '', 0, caller.secure));
}
