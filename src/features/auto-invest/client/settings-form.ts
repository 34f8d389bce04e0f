import { toDecimal } from '#kernel/money.ts';
import { readPrice, typedBasisPoints } from '#kernel/typed-numbers.ts';
import { type AutoInvestSettings, autoInvestSettings, type InvestableType } from '../auto-invest.contract.ts';

/** The form as it is typed. */
export interface TypedSettings {
  enabled: boolean;
  paused: boolean;
  minYield: string;
  propertyTypes: InvestableType[];
  maxPerProperty: string;
  monthlyLimit: string;
  amount: string;
  reserve: string;
  isRecurring: boolean;
  recurringAmount: string;
  recurringDay: string;
}

export type SettingsErrors = Partial<Record<keyof TypedSettings, string>>;

const dollars = (amountCents: number) => toDecimal(amountCents).replace(/\.00$/, '');

/** Settings as the form shows them. */
export function typedOf(settings: AutoInvestSettings): TypedSettings {
  const { enabled, paused, minYieldBps, propertyTypes, recurring } = settings;
  return {
    enabled,
    paused,
    minYield: String(minYieldBps / 100),
    propertyTypes,
    maxPerProperty: dollars(settings.maxPerPropertyCents),
    monthlyLimit: dollars(settings.monthlyLimitCents),
    amount: dollars(settings.amountCents),
    reserve: dollars(settings.reserveCents),
    isRecurring: recurring !== null,
    recurringAmount: dollars(recurring?.amountCents ?? settings.amountCents),
    recurringDay: String(recurring?.day ?? 1),
  };
}

/**
 * The form after settings were saved, here or on another device: fields that were changed since the form last showed
 * what is saved stay as they are typed.
 * @param shown what the form showed as saved, before
 * @param sent what the caller's own save has stored, as it was typed: those fields count as not changed since
 */
export function withSaved(
  typed: TypedSettings,
  { shown, saved, sent }: { shown: TypedSettings; saved: TypedSettings; sent: TypedSettings | null },
): TypedSettings {
  const isSame = (field: keyof TypedSettings, other: TypedSettings | null) =>
    other !== null && JSON.stringify(typed[field]) === JSON.stringify(other[field]);
  const untouched = (Object.keys(saved) as (keyof TypedSettings)[]).filter(
    (field) => isSame(field, shown) || isSame(field, sent),
  );
  return { ...typed, ...Object.fromEntries(untouched.map((field) => [field, saved[field]])) };
}

const centsOf = (text: string) =>
  readPrice(text, { minCents: 0, maxCents: 1_000_000_000 }).value ?? Number.NaN;
const dayOf = (text: string) => (/^\d{1,2}$/.test(text.trim()) ? Number(text) : Number.NaN);

const fieldOf: Record<string, keyof TypedSettings> = {
  minYieldBps: 'minYield',
  maxPerPropertyCents: 'maxPerProperty',
  monthlyLimitCents: 'monthlyLimit',
  amountCents: 'amount',
  reserveCents: 'reserve',
  'recurring.amountCents': 'recurringAmount',
  'recurring.day': 'recurringDay',
};

/** Reads the form by the contract of the server: settings, or the error of each field. */
export function readSettings(
  typed: TypedSettings,
): { settings: AutoInvestSettings; errors: null } | { settings: null; errors: SettingsErrors } {
  const read = autoInvestSettings.safeParse({
    enabled: typed.enabled,
    paused: typed.paused,
    minYieldBps: typedBasisPoints(typed.minYield),
    propertyTypes: typed.propertyTypes,
    maxPerPropertyCents: centsOf(typed.maxPerProperty),
    monthlyLimitCents: centsOf(typed.monthlyLimit),
    amountCents: centsOf(typed.amount),
    reserveCents: typed.reserve.trim() === '' ? 0 : centsOf(typed.reserve),
    recurring: typed.isRecurring
      ? { amountCents: centsOf(typed.recurringAmount), day: dayOf(typed.recurringDay) }
      : null,
  });
  if (read.success) return { settings: read.data, errors: null };
  const errors: SettingsErrors = {};
  for (const { path, message } of read.error.issues) {
    const field = fieldOf[path.join('.')];
    if (field) errors[field] ??= message;
  }
  return { settings: null, errors };
}
