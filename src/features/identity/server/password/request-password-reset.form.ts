import { commonErrors } from '#kernel/errors.ts';
import { domainErrorOf } from '#platform/server/errors/error-mapping.ts';
import type { FormRoute } from '#platform/server/transport/http.ts';
import { keepTyped } from '#platform/server/transport/typed-fields.ts';
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
  async answer(ctx, { email = '' }) {
    try {
      await requestPasswordReset(ctx, { email });
      return pageOf('sent');
    } catch (error) {
      const refusal = domainErrorOf(error);
      if (!refusal) ctx.platform.log.error({ err: error }, 'asking for a new password by form failed');
      keepTyped(ctx, '/forgot-password', { email });
      return pageOf(problems[refusal?.code ?? ''] ?? 'failed');
    }
  },
};
