import type { DomainError } from '#kernel/errors.ts';
import { domainErrorOf } from '../errors/error-mapping.ts';
import type { TrpcContext } from './trpc.ts';
import { keepTyped, type TypedFields } from './typed-fields.ts';

type FormFields = Record<string, string>;

/** A form that browsers submit without our scripts. */
export interface FormRoute {
  path: string;
  /**
   * Handles the form.
   * @returns the address of the page that shows the result
   */
  submit: (ctx: TrpcContext, fields: FormFields) => Promise<string>;
  /** Chooses the page that shows a refusal; `refusal` is null after a failure of ours. */
  refuse: (fields: FormFields, refusal: DomainError | null) => FormRefusal;
}

interface FormRefusal {
  /** Its address. */
  page: string;
  /** The typed fields that the page fills in again; never a secret. */
  typed?: TypedFields;
}

/**
 * Handles a form, within the limit of its sender's calls.
 * @returns the address of the page that shows the result, also of a refusal
 */
export async function answerForm(ctx: TrpcContext, form: FormRoute, fields: FormFields): Promise<string> {
  try {
    await ctx.platform.limits.consume('procedure', ctx.caller);
    return await form.submit(ctx, fields);
  } catch (error) {
    ctx.platform.reportFailure(error, `POST ${form.path}`);
    const { page, typed } = form.refuse(fields, domainErrorOf(error));
    if (typed) keepTyped(ctx, page.replace(/\?.*/, ''), typed);
    return page;
  }
}
