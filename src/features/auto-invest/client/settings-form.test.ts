import { expect, test } from 'vitest';
import { defaultSettings } from '../auto-invest.rules.ts';
import { readSettings, typedOf, withSaved } from './settings-form.ts';

const typed = typedOf(defaultSettings);

test('shows settings and reads the same ones again', () => {
  const settings = {
    ...defaultSettings,
    enabled: true,
    minYieldBps: 750,
    propertyTypes: ['Retail' as const],
    recurring: { amountCents: 25_000, day: 31 },
  };
  expect(readSettings(typedOf(settings)).settings).toEqual(settings);
});

test('shows errors beside their fields, and reads nothing then', () => {
  const { settings, errors } = readSettings({
    ...typed,
    minYield: '20.05',
    maxPerProperty: '50',
    monthlyLimit: 'much',
    amount: '525.50',
    isRecurring: true,
    recurringDay: '32',
  });
  expect(settings).toBeNull();
  expect(errors).toEqual({
    minYield: 'Enter 0 to 20 percent, with at most one decimal.',
    maxPerProperty: 'Enter $100 to $50,000, in steps of $100.',
    monthlyLimit: 'Enter $100 to $100,000, in steps of $100.',
    amount: 'Enter $100 to $10,000, in steps of $50.',
    recurringDay: 'Choose a day from 1 to 31.',
  });
});

test('keeps what was typed while settings were saved, and shows what was saved elsewhere', () => {
  const sent = { ...typed, amount: '600', minYield: '7.50' };
  const meanwhile = { ...sent, monthlyLimit: '3000', isRecurring: true };
  const saved = typedOf({ ...defaultSettings, amountCents: 60_000, minYieldBps: 750, paused: true });
  expect(withSaved(meanwhile, { shown: typed, saved, sent })).toEqual({
    ...saved,
    monthlyLimit: '3000',
    isRecurring: true,
  });
  expect(withSaved(sent, { shown: typed, saved, sent: null })).toEqual({
    ...sent,
    paused: true,
    recurringAmount: saved.recurringAmount,
  });
});
