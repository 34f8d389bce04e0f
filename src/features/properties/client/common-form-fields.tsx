import type { ComponentProps } from 'react';
import { TextField } from '#ui/text-field.tsx';
import { TextareaField } from '#ui/textarea-field.tsx';

type TextProps = Omit<ComponentProps<typeof TextField>, 'label'>;

/** Fields that every form of a property has. */
export function StreetAddressField(props: TextProps) {
  return (
    <TextField
      label="Street address"
      required
      hint="Number and street. Only our reviewers see it until the property is listed."
      autoComplete="off"
      maxLength={200}
      {...props}
    />
  );
}

export function ZipCodeField(props: TextProps) {
  return <TextField label="ZIP code" inputMode="numeric" autoComplete="off" maxLength={10} {...props} />;
}

export function DescriptionField(props: Omit<ComponentProps<typeof TextareaField>, 'label'>) {
  return (
    <TextareaField
      label="Description"
      hint="What it is, who rents it, recent renovations."
      rows={5}
      maxLength={5000}
      {...props}
    />
  );
}
