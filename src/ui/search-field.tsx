import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { TextField } from '#ui/text-field.tsx';

const PAUSE_MS = 300;

interface SearchFieldProps {
  label: string;
  placeholder: string;
  /** Name of the field in a form without scripts. */
  name?: string;
  /** The current search text of the address. */
  value: string;
  onSearch: (text: string) => void;
  className?: string;
}

/** Searches once a person pauses, or immediately on Enter; follows the address when something else changes it. */
export function SearchField({ label, placeholder, name, value, onSearch, className }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const asked = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function search(typed: string) {
    clearTimeout(timer.current);
    const next = typed.trim();
    if (next === asked.current) return;
    asked.current = next;
    onSearch(next);
  }

  return (
    <TextField
      type="search"
      label={label}
      labelHidden
      placeholder={placeholder}
      name={name}
      autoComplete="off"
      enterKeyHint="search"
      maxLength={100}
      prefix={<Search size={18} aria-hidden="true" />}
      value={text}
      onChange={(event) => {
        const typed = event.target.value;
        setText(typed);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => search(typed), PAUSE_MS);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') search(text);
      }}
      className={className ?? ''}
    />
  );
}
