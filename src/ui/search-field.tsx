import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
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
  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    setText(value);
  }, [value]);

  function search() {
    const next = text.trim();
    if (next === asked.current) return;
    asked.current = next;
    onSearch(next);
  }
  // Calls the `onSearch` of the moment: what else was chosen during the pause is not lost.
  const onPause = useEffectEvent(search);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the text begins a pause.
  useEffect(() => {
    const timer = setTimeout(() => onPause(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);

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
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') search();
      }}
      className={className ?? ''}
    />
  );
}
