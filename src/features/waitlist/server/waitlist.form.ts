import { newId } from '#kernel/ids.ts';
import { domainErrorOf } from '#platform/server/errors/error-mapping.ts';
import type { FormRoute } from '#platform/server/transport/http.ts';
import { keepTyped } from '#platform/server/transport/typed-fields.ts';
import {
  problemOfEmail,
  problemOfRefusal,
  WAITLIST_FORM_PATH,
  type WaitlistOutcome,
  type WaitlistProblem,
} from '../waitlist.rules.ts';
import { joinWaitlist } from './join-waitlist.ts';

const pageOf = (outcome: WaitlistOutcome) => `/waitlist?outcome=${outcome}`;

/** Handles the waitlist form when scripts have not loaded; the waitlist page shows the outcome. */
export const waitlistForm: FormRoute = {
  path: WAITLIST_FORM_PATH,
  async answer(ctx, { email = '', name = '' }) {
    const refuse = (problem: WaitlistProblem) => {
      keepTyped(ctx, '/waitlist', { email, name });
      return pageOf(problem);
    };
    const problem = problemOfEmail(email);
    if (problem) return refuse(problem);
    try {
      await joinWaitlist(ctx, { email, name, requestId: newId() });
      return pageOf('joined');
    } catch (error) {
      const refusal = domainErrorOf(error);
      if (!refusal) ctx.platform.log.error({ err: error }, 'joining the waitlist failed');
      const fields = refusal?.issues.map(({ path }) => path) ?? [];
      return refuse(problemOfRefusal(refusal?.code ?? null, fields));
    }
  },
};
