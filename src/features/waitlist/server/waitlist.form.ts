import { commonErrors, type DomainError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { domainErrorOf } from '#platform/server/error-mapping.ts';
import type { FormRoute } from '#platform/server/http.ts';
import { waitlistErrors } from '../waitlist.contract.ts';
import { problemOfEmail, WAITLIST_FORM_PATH, type WaitlistOutcome } from '../waitlist.rules.ts';
import { joinWaitlist } from './join-waitlist.ts';

const pageOf = (outcome: WaitlistOutcome) => `/waitlist?outcome=${outcome}`;

function outcomeOf(refusal: DomainError | null): WaitlistOutcome {
  if (refusal?.code === waitlistErrors.ALREADY_REGISTERED.code) return 'already-registered';
  if (refusal?.code === commonErrors.RATE_LIMITED.code) return 'too-many';
  return refusal?.issues.some(({ path }) => path === 'email') ? 'invalid-email' : 'failed';
}

/** Joins with what a form of the waitlist sends before our scripts run; the waitlist page says how it went. */
export const waitlistForm: FormRoute = {
  path: WAITLIST_FORM_PATH,
  async answer(ctx, { email = '', name = '' }) {
    const problem = problemOfEmail(email);
    if (problem) return pageOf(problem);
    try {
      await joinWaitlist(ctx, { email, name, requestId: newId() });
      return pageOf('joined');
    } catch (error) {
      const refusal = domainErrorOf(error);
      if (!refusal) ctx.platform.log.error({ err: error }, 'joining the waitlist failed');
      return pageOf(outcomeOf(refusal));
    }
  },
};
