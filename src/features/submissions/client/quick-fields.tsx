import { useWatch } from 'react-hook-form';
import {
  DescriptionField,
  propertyTypeLabel,
  StreetAddressField,
  ZipCodeField,
} from '#features/properties/client/index.ts';
import { WHOLE_BPS } from '#kernel/money.ts';
import { optionsOf } from '#kernel/options.ts';
import { plural } from '#kernel/plural.ts';
import { stateOptions } from '#kernel/states.ts';
import type { ContractForm } from '#platform/browser/forms.ts';
import { PriceField } from '#ui/price-field.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import type { SubmissionFields } from '../submissions.contract.ts';
import { sharesOf } from '../submissions.rules.ts';
import { type QuickForm, readFigures } from './quick-form.ts';

export type QuickFormApi = ContractForm<QuickForm, SubmissionFields>;

export function QuickPropertyFields({ form }: { form: QuickFormApi }) {
  const { errors } = form.formState;
  return (
    <div className="grid gap-5 sm:grid-cols-6">
      <TextField
        label="Property name"
        required
        autoComplete="off"
        maxLength={120}
        className="sm:col-span-4"
        {...form.register('name')}
        error={errors.name?.message}
      />
      <SelectField
        label="Property type"
        required
        placeholder="Choose one"
        options={optionsOf(propertyTypeLabel)}
        className="sm:col-span-2"
        {...form.register('propertyType')}
        error={errors.propertyType?.message}
      />
      <StreetAddressField
        className="sm:col-span-6"
        {...form.register('streetAddress')}
        error={errors.streetAddress?.message}
      />
      <TextField
        label="City"
        required
        autoComplete="off"
        maxLength={100}
        className="sm:col-span-2"
        {...form.register('city')}
        error={errors.city?.message}
      />
      <SelectField
        label="State"
        required
        placeholder="Choose one"
        options={stateOptions}
        className="sm:col-span-2"
        {...form.register('state')}
        error={errors.state?.message}
      />
      <ZipCodeField
        required
        className="sm:col-span-2"
        {...form.register('zipCode')}
        error={errors.zipCode?.message}
      />
      <DescriptionField
        required
        className="sm:col-span-6"
        {...form.register('description')}
        error={errors.description?.message}
      />
    </div>
  );
}

export function QuickOfferingFields({ form }: { form: QuickFormApi }) {
  const { errors } = form.formState;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <PriceField
        label="Estimated valuation"
        required
        min={1}
        {...form.register('valuation')}
        error={errors.valuation?.message}
      />
      <TextField
        label="Percent equity to sell"
        required
        hint="From 1 to 100."
        suffix="%"
        amount
        inputMode="decimal"
        autoComplete="off"
        {...form.register('equity')}
        error={errors.equity?.message}
      />
      <SharesOffered control={form.control} />
    </div>
  );
}

/** The result of the typed figures. */
function SharesOffered({ control }: Pick<QuickFormApi, 'control'>) {
  const [valuation = '', equity = ''] = useWatch({ control, name: ['valuation', 'equity'] });
  const { valuationCents, equityOfferedBps } = readFigures({ valuation, equity });
  if (valuationCents === null || equityOfferedBps === null || equityOfferedBps > WHOLE_BPS) return null;
  const shares = sharesOf({ valuationCents, equityOfferedBps });
  if (shares === 0) return null;
  return (
    <p className="text-[0.9375rem] text-muted sm:col-span-2">
      That is <strong className="font-semibold text-ink">{shares.toLocaleString('en-US')}</strong>{' '}
      {plural(shares, 'share')} at $100 each, once a reviewer has confirmed the valuation.
    </p>
  );
}
