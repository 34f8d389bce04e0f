import type { ComponentProps } from 'react';
import { DEFAULT_FUNDING_DAYS, MAX_FUNDING_DAYS } from '#features/offerings/offering-terms.contract.ts';
import { optionsOf } from '#kernel/options.ts';
import { withTwoDecimals } from '#kernel/typed-numbers.ts';
import type { ContractForm } from '#platform/browser/forms.ts';
import { PriceField } from '#ui/price-field.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { ShareField } from '#ui/share-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { propertyTypeLabel } from '../properties.rules.ts';
import type { SimpleForm } from '../simple-form.contract.ts';
import { DescriptionField, StreetAddressField, ZipCodeField } from './common-form-fields.tsx';
import type { TypedForm } from './typed-form.ts';

interface FieldsProps {
  form: ContractForm<TypedForm, SimpleForm>;
}

export function SimpleFormPropertyFields({ form }: FieldsProps) {
  const { errors, defaultValues } = form.formState;
  const mayBeOld = defaultValues?.latitude ? ' Update it if the address changes.' : '';
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        label="Name"
        required
        autoComplete="off"
        maxLength={120}
        {...form.register('name')}
        error={errors.name?.message}
      />
      <SelectField
        label="Property type"
        options={optionsOf(propertyTypeLabel)}
        {...form.register('propertyType')}
        error={errors.propertyType?.message}
      />
      <StreetAddressField
        className="sm:col-span-2"
        {...form.register('streetAddress')}
        error={errors.streetAddress?.message}
      />
      <TextField
        label="Location"
        required
        hint="City and state, for example Austin, TX."
        autoComplete="off"
        maxLength={160}
        {...form.register('location')}
        error={errors.location?.message}
      />
      <ZipCodeField
        optional
        hint="For example 78701."
        {...form.register('zipCode')}
        error={errors.zipCode?.message}
      />
      <DegreesField
        label="Latitude"
        hint={`In degrees, for the map. For example 30.2672.${mayBeOld}`}
        {...form.register('latitude')}
        error={errors.latitude?.message}
      />
      <DegreesField
        label="Longitude"
        hint="Negative west of Greenwich. For example -97.7431."
        {...form.register('longitude')}
        error={errors.longitude?.message}
      />
      <DescriptionField
        optional
        className="sm:col-span-2"
        {...form.register('description')}
        error={errors.description?.message}
      />
      <TextField
        label="Image URL"
        optional
        hint="A JPEG, PNG or WebP at an address that starts with https://. We copy it after you submit. If you leave this empty, we show a drawing."
        type="url"
        inputMode="url"
        autoComplete="off"
        maxLength={2000}
        className="sm:col-span-2"
        {...form.register('imageUrl')}
        error={errors.imageUrl?.message}
      />
    </div>
  );
}

const DegreesField = (props: Omit<ComponentProps<typeof TextField>, 'optional'>) => (
  // Phones have no minus on their keyboard for decimals.
  <TextField optional amount autoComplete="off" maxLength={13} {...props} />
);

const frozenHint = 'Cannot be changed, because shares have been sold.';

export function SimpleFormOfferingFields({
  form,
  termsFrozen = false,
}: FieldsProps & { termsFrozen?: boolean }) {
  const { errors } = form.formState;
  const frozen = termsFrozen && { readOnly: true, hint: frozenHint };
  // Shows what will be sent, before it is sent.
  const roundOnLeave = (field: 'pricePerShare' | 'annualYield') => () => {
    const typed = form.getValues(field);
    const rounded = withTwoDecimals(typed);
    if (/\.\d{3}/.test(typed)) form.setValue(field, rounded, { shouldDirty: true });
  };
  return (
    <div className="grid gap-5 sm:grid-cols-3">
      <PriceField
        label="Price per share"
        required
        min={1}
        {...form.register('pricePerShare', { onBlur: roundOnLeave('pricePerShare') })}
        {...frozen}
        error={errors.pricePerShare?.message}
      />
      <ShareField
        label="Total shares"
        required
        {...form.register('totalShares')}
        {...frozen}
        error={errors.totalShares?.message}
      />
      <TextField
        label="Annual yield"
        required
        suffix="%"
        amount
        inputMode="decimal"
        autoComplete="off"
        min={0}
        max={100}
        step={0.01}
        {...form.register('annualYield', { onBlur: roundOnLeave('annualYield') })}
        error={errors.annualYield?.message}
      />
      <ShareField
        label="Minimum shares to sell"
        optional
        hint="If fewer shares sell, everyone is refunded. Leave empty to require all shares."
        min={0}
        className="sm:col-span-2"
        {...form.register('minimumShares')}
        {...frozen}
        error={errors.minimumShares?.message}
      />
      <TextField
        label="Funding days"
        optional
        hint={`Counted from approval. Leave empty for ${DEFAULT_FUNDING_DAYS} days.`}
        amount
        inputMode="numeric"
        autoComplete="off"
        min={1}
        max={MAX_FUNDING_DAYS}
        step={1}
        {...form.register('fundingDays')}
        {...frozen}
        error={errors.fundingDays?.message}
      />
    </div>
  );
}
