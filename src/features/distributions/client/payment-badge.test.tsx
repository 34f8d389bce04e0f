import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { paymentText } from '../distributions.rules.ts';
import { PaymentBadge, StatementBadge } from './payment-badge.tsx';

const textOf = (markup: string) => markup.replaceAll(/<[^>]*>/g, '');

test.each([
  ['Paid', 0, 'No payout'],
  ['Paid', 1, 'Paid'],
  ['Pending', 0, 'Pending'],
  ['Pending', 1, 'Pending'],
] as const)('a distribution that is %s with %i cents reads %s', (status, cents, text) => {
  expect(textOf(renderToStaticMarkup(<PaymentBadge status={status} cents={cents} />))).toBe(text);
});

test.each([
  ['paid', 0, 'No payout'],
  ['paid', 1, 'Paid'],
  ['approved', 0, 'Approved'],
  ['prepared', 0, 'Awaiting approval'],
] as const)('a statement that is %s with %i cents reads %s to admins', (status, netCents, text) => {
  expect(textOf(renderToStaticMarkup(<StatementBadge status={status} netCents={netCents} />))).toBe(text);
});

test('a quarter that pays nothing is never said to be paid', () => {
  const at = '2026-11-15T00:00:00.000Z';
  const paid = { preparedAt: at, payAt: at, paidAt: at };
  expect(paymentText({ ...paid, netCents: 0 })).toBe('Nothing is paid to shareholders.');
  expect(paymentText({ ...paid, netCents: 1 })).toBe('Paid on Nov 15, 2026.');
});
