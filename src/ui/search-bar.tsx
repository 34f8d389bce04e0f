import { SearchField } from '#ui/search-field.tsx';
import { SelectField, type SelectOption } from '#ui/select-field.tsx';

export interface SearchBarProps {
  /** The name of the bar as a landmark. */
  name: string;
  text: { label: string; placeholder: string; value: string | undefined; onSearch: (text: string) => void };
  choice: SearchChoice;
  /** Further choices, each of which narrows the list too. */
  more?: readonly SearchChoice[];
}

export interface SearchChoice {
  label: string;
  /** The option that does not filter; without one, `options` has it. */
  all?: string;
  options: readonly SelectOption[];
  value: string;
  onSelect: (value: string) => void;
}

/** Narrows a list by a text and by choices. */
export function SearchBar({ name, text, choice, more = [] }: SearchBarProps) {
  return (
    <search aria-label={name} className="mb-5 flex flex-wrap gap-2.5">
      <SearchField
        label={text.label}
        placeholder={text.placeholder}
        value={text.value ?? ''}
        onSearch={text.onSearch}
        className="grow basis-56"
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
          className="grow basis-40 sm:max-w-56"
        />
      ))}
    </search>
  );
}
