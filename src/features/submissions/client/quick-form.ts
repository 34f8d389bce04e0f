import { z } from 'zod';
import { bpsToDecimal, formatUsdExact, MAX_CENTS, parsePercent, toDecimal } from '#kernel/money.ts';
import { readPrice, withTwoDecimals } from '#kernel/typed-numbers.ts';
import {
  type FiledFields,
  type SubmissionFields,
  submissionErrors,
  submissionFields,
} from '../submissions.contract.ts';
import { sharesOf } from '../submissions.rules.ts';

/** The form as it is typed: every field is text until it is sent. */
export interface QuickForm {
  name: string;
  streetAddress: string;
  city: string;
  state: string;
  zipCode: string;
  propertyType: string;
  description: string;
  valuation: string;
  equity: string;
}

export const EMPTY_QUICK_FORM: QuickForm = {
  name: '',
  streetAddress: '',
  city: '',
  state: '',
  zipCode: '',
  propertyType: '',
  description: '',
  valuation: '',
  equity: '',
};

/** A submission as the form shows it. */
export function quickFormOf(fields: FiledFields): QuickForm {
  const { name, streetAddress, city, state, zipCode, propertyType, description } = fields;
  return {
    ...{ name, streetAddress, city, state, zipCode, propertyType, description },
    valuation: toDecimal(fields.valuationCents).replace(/\.00$/, ''),
    equity: bpsToDecimal(fields.equityOfferedBps).replace(/\.?0+$/, ''),
  };
}

const anyAmount = { minCents: 0, maxCents: MAX_CENTS };

/** Error text for an amount that is no number; null where the contract judges it. */
function amountProblem(text: string): string | null {
  const { problem } = readPrice(withTwoDecimals(text), anyAmount);
  if (problem === null) return null;
  return /price/.test(problem) ? `At most ${formatUsdExact(MAX_CENTS)}.` : problem;
}

/** The valuation and the percentage; null when they cannot be read. */
export function readFigures({ valuation, equity }: Pick<QuickForm, 'valuation' | 'equity'>) {
  return {
    valuationCents: readPrice(withTwoDecimals(valuation), anyAmount).value,
    equityOfferedBps: parsePercent(withTwoDecimals(equity.trim().replace(/\s*%$/, ''))),
  };
}

/** The fields of the contract whose names differ from the form's. */
const fieldOfPath: Record<string, keyof QuickForm> = {
  valuationCents: 'valuation',
  equityOfferedBps: 'equity',
};

function quickFieldOf(path: string): keyof QuickForm {
  return fieldOfPath[path] ?? (path as keyof QuickForm);
}

/** Judges the form by the contract that the server judges it by. */
export const quickForm = z.custom<QuickForm>().transform((form, context): SubmissionFields => {
  const { valuation, equity, ...texts } = form;
  const { valuationCents, equityOfferedBps } = readFigures(form);
  const { data, error } = submissionFields.safeParse({
    ...texts,
    valuationCents: valuationCents ?? undefined,
    equityOfferedBps: equityOfferedBps ?? undefined,
  });
  const refuse = (field: keyof QuickForm, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message });
  for (const { path, message } of error?.issues ?? []) {
    const field = quickFieldOf(String(path[0]));
    if (field === 'valuation') refuse(field, amountProblem(valuation) ?? message);
    else if (field === 'equity' && equity.trim() !== '') refuse(field, 'Enter a percentage from 1 to 100.');
    else refuse(field, message);
  }
  if (!data) return z.NEVER;
  if (sharesOf(data) > 0) return data;
  refuse('equity', submissionErrors.NO_SHARES.message);
  return z.NEVER;
});
