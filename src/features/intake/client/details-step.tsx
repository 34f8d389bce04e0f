import { stateName, stateOptions } from '#kernel/states.ts';
import { stateOfZip } from '#kernel/zip-codes.ts';
import { SelectField } from '#ui/select-field.tsx';
import { TextField, type TextFieldProps } from '#ui/text-field.tsx';
import { TextareaField } from '#ui/textarea-field.tsx';
import { intakePropertyType, type PropertyDetails } from '../intake.contract.ts';
import { fieldLabel, propertyTypeLabel } from '../intake.rules.ts';
import { RequiredLabel } from './required-label.tsx';
import type { StepProps } from './step-props.ts';

type TextName = Exclude<keyof PropertyDetails, 'propertyType' | 'state' | 'description'>;

const types = intakePropertyType.options.map((value) => ({ value, label: propertyTypeLabel[value] }));

export function DetailsStep({ draft, errorOf, onBlur, onDetails }: StepProps) {
  const { propertyDetails: details } = draft;
  const text = (
    field: TextName,
    { isRequired = false, ...rest }: { isRequired?: boolean } & Partial<TextFieldProps> = {},
  ) => (
    <TextField
      autoComplete="off"
      maxLength={200}
      {...rest}
      label={isRequired ? <RequiredLabel>{fieldLabel[field]}</RequiredLabel> : fieldLabel[field]}
      optional={!isRequired}
      aria-required={isRequired || undefined}
      value={details[field]}
      error={errorOf(field)}
      onBlur={() => onBlur(field)}
      onChange={({ target }) => onDetails({ [field]: target.value })}
    />
  );
  const inferred = stateOfZip(details.zipCode.trim());
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <SelectField
        label={<RequiredLabel>{fieldLabel.propertyType}</RequiredLabel>}
        placeholder="Choose a type"
        options={types}
        value={details.propertyType}
        className="sm:col-span-2"
        onChange={({ target }) =>
          onDetails({ propertyType: target.value as PropertyDetails['propertyType'] })
        }
      />
      {text('address', { isRequired: true, maxLength: 120, className: 'sm:col-span-2' })}
      {text('city', { isRequired: true, maxLength: 100 })}
      {text('zipCode', { isRequired: true, inputMode: 'numeric', maxLength: 10 })}
      <SelectField
        label={fieldLabel.state}
        optional
        placeholder={inferred ? `From the ZIP code: ${stateName(inferred)}` : 'Choose a state'}
        options={stateOptions}
        value={details.state}
        error={errorOf('state')}
        onBlur={() => onBlur('state')}
        onChange={({ target }) => onDetails({ state: target.value })}
      />
      {text('squareFootage', { isRequired: true, inputMode: 'numeric', suffix: 'sq ft', maxLength: 12 })}
      {text('yearBuilt', { inputMode: 'numeric', maxLength: 4 })}
      {text('lotSize', { inputMode: 'numeric', suffix: 'sq ft', maxLength: 14 })}
      {text('bedrooms', { inputMode: 'numeric', maxLength: 6 })}
      {text('bathrooms', { inputMode: 'decimal', maxLength: 6 })}
      <TextareaField
        label={fieldLabel.description}
        optional
        maxLength={5_000}
        value={details.description}
        className="sm:col-span-2"
        onChange={({ target }) => onDetails({ description: target.value })}
      />
    </div>
  );
}
