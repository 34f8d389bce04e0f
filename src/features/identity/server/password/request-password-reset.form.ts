import { commonErrors } from '#kernel/errors.ts';
import type { FormRoute } from '#platform/server/transport/forms.ts';
import { PASSWORD_RESET_FORM_PATH, type PasswordResetOutcome } from '../../identity.rules.ts';
import { requestPasswordReset } from './request-password-reset.ts';

const pageOf = (outcome: PasswordResetOutcome) => `/forgot-password?outcome=${outcome}`;

const problems: Record<string, PasswordResetOutcome> = {
  [commonErrors.MALFORMED.code]: 'invalid-email',
  [commonErrors.RATE_LIMITED.code]: 'too-many',
};

/** Asks for the mail when scripts have not loaded; the page of the form shows the outcome. */
export const requestPasswordResetForm: FormRoute = {
  path: PASSWORD_RESET_FORM_PATH,
  async submit(ctx, { email = '' }) {
    await requestPasswordReset(ctx, { email });
    return pageOf('sent');
  },
  refuse({ email = '' }, refusal) {
    return { page: pageOf(problems[refusal?.code ?? ''] ?? 'failed'), typed: { email } };
  },
};
