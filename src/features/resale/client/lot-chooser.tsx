import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import type { LotChoice, OpenLot } from '#features/lots/lots.contract.ts';
import { formatUsdExact } from '#kernel/money.ts';
import { counted, plural } from '#kernel/plural.ts';
import { formatDate } from '#kernel/time.ts';
import { readShareCount } from '#kernel/typed-numbers.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { Alert } from '#ui/alert.tsx';
import { ShareField } from '#ui/share-field.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

interface LotChooserProps {
  propertyId: number;
  /** Shares that are not listed yet; the purchases may have more, since a listing may sell the oldest of any. */
  sharesFree: number;
  /** Number of shares to sell, once known. */
  shares: number | null;
  /** The chosen lots, or null for the oldest first. */
  chosen: readonly LotChoice[] | null;
  locked: boolean;
  onChoose: (chosen: readonly LotChoice[] | null) => void;
}

/** Choice of the tax lots to sell: the oldest first, or the seller's. It decides the taxable gain. */
export function LotChooser({ chosen, onChoose, ...rest }: LotChooserProps) {
  const name = useId();
  return (
    <fieldset className="mt-4" disabled={rest.locked}>
      <legend className="text-sm font-semibold">Which of your shares</legend>
      <div className="mt-1 flex flex-wrap gap-x-6">
        {[
          { label: 'Oldest first', picks: false },
          { label: 'Choose purchases', picks: true },
        ].map(({ label, picks }) => (
          <label
            key={label}
            className="inline-flex min-h-11 cursor-pointer items-center gap-2.5 text-[0.9375rem]"
          >
            <input
              type="radio"
              name={name}
              className="radio radio-sm radio-primary"
              checked={(chosen !== null) === picks}
              onChange={() => onChoose(picks ? [] : null)}
            />
            {label}
          </label>
        ))}
      </div>
      {chosen !== null && <Lots {...rest} chosen={chosen} onChoose={onChoose} />}
    </fieldset>
  );
}

function Lots({
  propertyId,
  sharesFree,
  shares,
  chosen,
  onChoose,
}: LotChooserProps & { chosen: readonly LotChoice[] }) {
  const { data, error } = useQuery(trpc.lots.open.queryOptions({ propertyId }));
  // A stored choice may be of a purchase that has been sold since.
  const known = data ? chosen.filter(({ lotId }) => data.some(({ id }) => id === lotId)) : chosen;
  useEffect(() => {
    if (known.length < chosen.length) onChoose(known);
  }, [known, chosen, onChoose]);
  if (error && !data) return <Alert tone="danger">{messageOf(error)}</Alert>;
  if (!data) return <Skeleton className="mt-2 h-24" />;
  const total = chosen.reduce((sum, lot) => sum + lot.shares, 0);
  const inLots = data.reduce((sum, lot) => sum + lot.sharesFree, 0);
  const choose = (lotId: string, many: number | null) => {
    const others = chosen.filter((lot) => lot.lotId !== lotId);
    onChoose(many === null || many === 0 ? others : [...others, { lotId, shares: many }]);
  };
  return (
    <div className="mt-2 rounded-box border border-line bg-paper p-4">
      <ul className="grid gap-3">
        {data.map((lot) => (
          <LotLine
            key={lot.id}
            lot={lot}
            shares={chosen.find(({ lotId }) => lotId === lot.id)?.shares}
            onChoose={choose}
          />
        ))}
      </ul>
      {inLots > sharesFree && (
        <p className="mt-3 text-sm text-muted">
          {sharesFree.toLocaleString('en-US')} of these {counted(inLots, 'share')} can be listed now. The rest{' '}
          {plural(inLots - sharesFree, 'is', 'are')} listed already.
        </p>
      )}
      <p aria-live="polite" className="mt-3 border-t border-line pt-3 text-sm">
        {shares === null
          ? `${counted(total, 'share')} chosen.`
          : total === shares
            ? 'You have chosen all the shares you are selling.'
            : `${total.toLocaleString('en-US')} of ${counted(shares, 'share')} chosen.`}
      </p>
    </div>
  );
}

interface LotLineProps {
  lot: OpenLot;
  shares: number | undefined;
  onChoose: (lotId: string, shares: number | null) => void;
}

function LotLine({ lot, shares, onChoose }: LotLineProps) {
  const [text, setText] = useState(shares === undefined ? '' : String(shares));
  const read = (typed: string) =>
    readShareCount(typed, { min: 0, max: lot.sharesFree, tooMany: `Only ${lot.sharesFree} available.` });
  const bought = formatDate(lot.acquiredAt);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
      <span className="min-w-0 text-[0.9375rem]">
        Bought {bought} at {formatUsdExact(lot.pricePerShareCents)}
        <span className="amount block text-sm text-muted">
          {lot.sharesFree.toLocaleString('en-US')} of {lot.sharesLeft.toLocaleString('en-US')} available, cost{' '}
          {formatUsdExact(lot.costCents)} with fees
        </span>
      </span>
      <ShareField
        label={`Shares of the purchase of ${bought}`}
        labelHidden
        className="w-28"
        min={0}
        max={lot.sharesFree}
        placeholder="0"
        disabled={lot.sharesFree === 0}
        value={text}
        error={read(text).problem ?? undefined}
        onChange={(event) => {
          setText(event.target.value);
          onChoose(lot.id, read(event.target.value).value);
        }}
      />
    </li>
  );
}
