import { type Control, useWatch } from 'react-hook-form';
import { Money } from '#ui/money.tsx';
import type { SimpleForm } from '../simple-form.contract.ts';
import { previewOf } from './previewed-card.ts';
import { PropertyCard } from './property-card.tsx';
import { EMPTY_FORM, type TypedForm } from './typed-form.ts';

/** The card as investors will see it; the facade is one of its type until the property has its number. */
export function SimpleFormPreview({ control }: { control: Control<TypedForm, unknown, SimpleForm> }) {
  const form = { ...EMPTY_FORM, ...useWatch({ control }) };
  const preview = previewOf(form);
  return (
    <aside aria-label="Preview" className="lg:sticky lg:top-24">
      <p className="mb-3 text-sm font-semibold text-muted">How investors will see it</p>
      <div className="max-w-88">
        <PropertyCard
          property={{ ...preview, id: 0, subtype: null, isNew: true }}
          yieldText={form.annualYield.trim() === '' ? '–' : undefined}
          level={2}
        />
      </div>
      <p className="mt-3 max-w-88 text-sm text-muted">
        {preview.valuationCents > 0 ? (
          <>
            Total offering: <Money cents={preview.valuationCents} className="font-semibold text-ink" />
          </>
        ) : (
          'Enter a price and a number of shares to see the size of the offering.'
        )}
      </p>
    </aside>
  );
}
