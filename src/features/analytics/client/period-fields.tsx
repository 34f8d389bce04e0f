import { type FormEvent, useRef, useState } from 'react';
import { dayOf, formatDate } from '#kernel/time.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import type { PlatformFigures } from '../analytics.contract.ts';
import type { AnalyticsProps } from './analytics-search.ts';

/** The days that the charts cover. */
export function PeriodFields({
  figures,
  search,
  onSearch,
}: AnalyticsProps & { figures: PlatformFigures | undefined }) {
  const [from, setFrom] = useState(figures?.from ?? '');
  const [to, setTo] = useState(figures?.to ?? '');
  const [covered, setCovered] = useState(figures);
  const [asked, setAsked] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const problems = asked ? problemsOf(from, to) : {};
  // The fields follow the charts, and stay the same elements, so that the pressed button has the focus.
  if (figures && (figures.from !== covered?.from || figures.to !== covered.to)) {
    setCovered(figures);
    setFrom(figures.from);
    setTo(figures.to);
    setAsked(false);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (Object.keys(problemsOf(from, to)).length === 0) onSearch({ ...search, from, to });
  }

  function showLastYear() {
    onSearch({ ...search, from: undefined, to: undefined });
    first.current?.focus();
  }

  return (
    <form
      noValidate
      aria-label="Period of the charts"
      onSubmit={submit}
      className="mb-5 grid grid-cols-2 items-start gap-3 sm:flex sm:flex-wrap"
    >
      <TextField
        ref={first}
        label="From"
        type="date"
        value={from}
        error={problems.from}
        onChange={({ target }) => setFrom(target.value)}
      />
      <TextField
        label="To"
        type="date"
        value={to}
        error={problems.to}
        onChange={({ target }) => setTo(target.value)}
      />
      <span className="col-span-2 flex gap-2.5 sm:mt-6.5">
        <Button type="submit" variant="secondary">
          Show period
        </Button>
        {(search.from ?? search.to) !== undefined && (
          <Button variant="quiet" onClick={showLastYear}>
            Last 12 months
          </Button>
        )}
      </span>
      <span role="status" className="sr-only">
        {covered && `The charts show ${formatDate(covered.from)} to ${formatDate(covered.to)}.`}
      </span>
    </form>
  );
}

function problemsOf(from: string, to: string): { from?: string; to?: string } {
  const known = (text: string) => /^20\d\d-/.test(text) && dayOf(text) !== null;
  if (!known(from)) return { from: 'Choose a date from 2000 to 2099.' };
  if (!known(to)) return { to: 'Choose a date from 2000 to 2099.' };
  return from > to ? { to: 'The end date cannot be before the start date.' } : {};
}
