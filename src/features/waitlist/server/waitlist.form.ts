import { commonErrors, DomainError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { FormRoute } from '#platform/server/transport/forms.ts';
import {
  problemOfEmail,
  problemOfRefusal,
  WAITLIST_FORM_PATH,
  type WaitlistOutcome,
} from '../waitlist.rules.ts';
import { joinWaitlist } from './join-waitlist.ts';

const pageOf = (outcome: WaitlistOutcome) => `/waitlist?outcome=${outcome}`;

/** Handles the waitlist form when scripts have not loaded; the waitlist page shows the outcome. */
export const waitlistForm: FormRoute = {
  path: WAITLIST_FORM_PATH,
  async submit(ctx, { email = '', name = '' }) {
    if (problemOfEmail(email)) throw new DomainError(commonErrors.MALFORMED);
    await joinWaitlist(ctx, { email, name, requestId: newId() });
    return pageOf('joined');
  },
  refuse({ email = '', name = '' }, refusal) {
    const refused = refusal?.issues.map(({ path }) => path) ?? [];
    const problem = problemOfEmail(email) ?? problemOfRefusal(refusal?.code ?? null, refused);
    return { page: pageOf(problem), typed: { email, name } };
  },
};
