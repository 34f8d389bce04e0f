import { formatUsd, formatUsdExact } from '#kernel/money.ts';
import { joinClasses } from '#ui/classes.ts';

export interface MoneyProps {
  cents: number;
  exact?: boolean;
  signed?: boolean;
  className?: string;
}

/** Whether an amount is too long for narrow places, such as cards beside each other: from a billion dollars. */
export const isLongAmount = (cents: number) => Math.abs(cents) >= 100_000_000_000;

function signOf(cents: number, signed: boolean): { sign: string; word: string } {
  if (cents < 0) return { sign: '\u2212', word: 'minus ' };
  return signed && cents > 0 ? { sign: '+', word: 'plus ' } : { sign: '', word: '' };
}

/** Screen readers get a figure that is displayed in pieces (sign, small cents) as one text. */
export function Money({ cents, exact = false, signed = false, className }: MoneyProps) {
  const figure = exact ? formatUsdExact(Math.abs(cents)) : formatUsd(Math.abs(cents));
  const { sign, word } = signOf(figure === '$0' ? 0 : cents, signed);
  const tone = signed && sign ? (cents < 0 ? 'text-negative' : 'text-positive') : undefined;
  if (!exact && !sign) return <span className={joinClasses('amount', className)}>{figure}</span>;
  const point = exact ? figure.lastIndexOf('.') : figure.length;
  return (
    <span className={joinClasses('amount', tone, className)}>
      <span aria-hidden="true">
        {sign}
        {figure.slice(0, point)}
        {exact && <span className="cents">{figure.slice(point)}</span>}
      </span>
      <span className="sr-only select-none">{word + figure}</span>
    </span>
  );
}
