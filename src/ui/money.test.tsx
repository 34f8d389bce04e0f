import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Money, type MoneyProps } from '#ui/money.tsx';

function textFor(audience: 'eye' | 'ear', props: MoneyProps): string {
  const markup = renderToStaticMarkup(<Money {...props} />);
  const [seen = '', heard = ''] = markup.split('<span class="sr-only select-none">');
  return (audience === 'eye' ? seen : heard || seen).replaceAll(/<[^>]*>/g, '');
}

test('shows whole dollars unless exact is asked for', () => {
  expect(textFor('eye', { cents: 125000 })).toBe('$1,250');
  expect(textFor('eye', { cents: 125000, exact: true })).toBe('$1,250.00');
});

test('says the direction of a signed amount with a sign and with a word', () => {
  expect(textFor('eye', { cents: 5210, exact: true, signed: true })).toBe('+$52.10');
  expect(textFor('ear', { cents: 5210, exact: true, signed: true })).toBe('plus $52.10');
  expect(textFor('eye', { cents: -5210, exact: true })).toBe('\u2212$52.10');
  expect(textFor('ear', { cents: -5210, exact: true })).toBe('minus $52.10');
});

test('has no sign for zero, nor for an amount that rounds to it', () => {
  expect(textFor('eye', { cents: 0, signed: true })).toBe('$0');
  expect(textFor('eye', { cents: -20 })).toBe('$0');
});
