import type { ComponentProps } from 'react';
import { TextField } from '#ui/text-field.tsx';

interface NameFieldsProps {
  /** Connects a field with its form. */
  field: (name: 'firstName' | 'lastName') => Omit<ComponentProps<typeof TextField>, 'label'>;
}

/** First and last name of a person. */
export function NameFields({ field }: NameFieldsProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField label="First name" autoComplete="given-name" {...field('firstName')} />
      <TextField label="Last name" autoComplete="family-name" {...field('lastName')} />
    </div>
  );
}
