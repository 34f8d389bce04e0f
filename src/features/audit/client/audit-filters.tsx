import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { actionsOptions } from './audit-queries.ts';
import { type AuditProps, type AuditSearch, readAuditSearch } from './audit-search.ts';

/** Filters of the log: actor, action, subject and time. */
export function AuditFilters({ search, onSearch }: AuditProps) {
  const { data: actions = [] } = useQuery(actionsOptions());
  const [typed, setTyped] = useState<AuditSearch>(search);
  const [problem, setProblem] = useState<string>();
  const [shown, setShown] = useState(search);
  const first = useRef<HTMLInputElement>(null);
  // The fields follow the address, and stay the same elements, so that the pressed button has the focus.
  if (JSON.stringify(shown) !== JSON.stringify(search)) {
    setShown(search);
    setTyped(search);
    setProblem(undefined);
  }
  const known = search.action && !actions.includes(search.action) ? [...actions, search.action] : actions;
  const field = (name: keyof AuditSearch) => ({
    value: typed[name] ?? '',
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const isReversed = Boolean(typed.from && typed.to && typed.from > typed.to);
    setProblem(isReversed ? 'The end date cannot be before the start date.' : undefined);
    if (!isReversed) onSearch(readAuditSearch({ ...typed }));
  }

  function clear() {
    onSearch({});
    first.current?.focus();
  }

  return (
    <search aria-label="Find changes">
      <form noValidate onSubmit={submit} className="mb-5 grid grid-cols-2 items-start gap-3 lg:grid-cols-3">
        <TextField ref={first} label="Who" placeholder="Email or ID" {...field('actor')} />
        <SelectField
          label="Action"
          placeholder="All actions"
          options={known.map((action) => ({ value: action, label: action }))}
          {...field('action')}
        />
        <TextField
          label="Subject"
          placeholder="user:… or property:12"
          {...field('subject')}
          className="max-lg:col-span-2"
        />
        <TextField label="From" type="date" {...field('from')} />
        <TextField label="To" type="date" error={problem} {...field('to')} />
        <span className="flex flex-wrap gap-2.5 lg:mt-6.5">
          <Button type="submit">Show changes</Button>
          {Object.keys(search).length > 0 && (
            <Button variant="quiet" onClick={clear}>
              Clear filters
            </Button>
          )}
        </span>
      </form>
    </search>
  );
}
