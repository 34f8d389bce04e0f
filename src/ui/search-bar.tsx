import { joinClasses } from '#ui/classes.ts';
import { SearchField } from '#ui/search-field.tsx';
import { SelectField, type SelectOption } from '#ui/select-field.tsx';

interface SearchBarProps {
  /** The name of the bar as a landmark. */
  name: string;
  text: { label: string; placeholder: string; value: string | undefined; onSearch: (text: string) => void };
  choice: SearchChoice;
  /** Further choices, each of which narrows the list too. */
  more?: readonly SearchChoice[];
}

interface SearchChoice {
  label: string;
  /** The option that does not filter; without one, `options` has it. */
  all?: string;
  options: readonly SelectOption[];
  value: string;
  onSelect: (value: string) => void;
}

/** Narrows a list by a text and by choices. */
export function SearchBar({ name, text, choice, more = [] }: SearchBarProps) {
  const isLong = more.length > 0;
  return (
    <search aria-label={name} className="mb-5 flex flex-wrap gap-2.5">
      <SearchField
        label={text.label}
        placeholder={text.placeholder}
        value={text.value ?? ''}
        onSearch={text.onSearch}
        className={joinClasses('grow', isLong ? 'basis-full lg:basis-56' : 'basis-56')}
      />
      {[choice, ...more].map(({ label, all, options, value, onSelect }) => (
        <SelectField
          key={label}
          label={label}
          labelHidden
          {...(all !== undefined && { placeholder: all })}
          options={options}
          value={value}
          onChange={({ target }) => onSelect(target.value)}
          className={joinClasses('grow', isLong ? 'basis-32 lg:max-w-56' : 'basis-40 sm:max-w-56')}
        />
      ))}
    </search>
  );
}
