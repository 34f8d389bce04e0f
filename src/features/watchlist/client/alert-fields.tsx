import { typedBasisPoints, typedNumber } from '#kernel/typed-numbers.ts';
import { CheckboxField } from '#ui/checkbox-field.tsx';
import { NumberField } from '#ui/number-field.tsx';
import type { AlertSettings } from '../watchlist.contract.ts';

type AlertKind = {
  [Name in keyof AlertSettings]: AlertSettings[Name] extends boolean ? Name : never;
}[keyof AlertSettings];

/** Alerts while they are edited: figures as they are typed, the yield in points. */
export type AlertDraft = Record<AlertKind, boolean> &
  Record<'pricePercent' | 'yieldPoints' | 'fundedPercent', string>;

export function draftOf({ pricePercent, yieldBps, fundedPercent, ...kinds }: AlertSettings): AlertDraft {
  return {
    ...kinds,
    pricePercent: String(pricePercent),
    yieldPoints: String(yieldBps / 100),
    fundedPercent: String(fundedPercent),
  };
}

/** Settings as typed, with the saved figure of each kind that is off, whose field is not shown. */
export function settingsOf(
  { pricePercent, yieldPoints, fundedPercent, ...kinds }: AlertDraft,
  saved: AlertSettings,
): AlertSettings {
  return {
    ...kinds,
    pricePercent: kinds.price ? typedNumber(pricePercent) : saved.pricePercent,
    yieldBps: kinds.yield ? typedBasisPoints(yieldPoints) : saved.yieldBps,
    fundedPercent: kinds.funding ? typedNumber(fundedPercent) : saved.fundedPercent,
  };
}

const kinds: [kind: AlertKind, label: string][] = [
  ['price', 'Price'],
  ['yield', 'Yield'],
  ['funding', 'Nearly funded'],
  ['market', 'Back on the market or listed for resale'],
  ['valuation', 'New valuation'],
  ['report', 'Monthly report'],
  ['vote', 'Vote'],
  ['distribution', 'Distribution'],
];

const figures = {
  price: {
    name: 'pricePercent',
    label: 'Price change',
    suffix: '%',
    hint: 'Up or down since you added it, from 1 to 50.',
  },
  yield: {
    name: 'yieldPoints',
    label: 'Yield change',
    suffix: 'points',
    hint: 'Up or down since you added it, from 0.1 to 10.',
  },
  funding: { name: 'fundedPercent', label: 'Shares sold', suffix: '%', hint: 'From 50 to 99.' },
} as const;

export interface AlertFieldsProps {
  draft: AlertDraft;
  onChange: (change: Partial<AlertDraft>) => void;
  /** Error of a field of the settings. */
  issueOf: (name: keyof AlertSettings) => string | undefined;
}

/** A switch for each kind of alert, with its figure where it has one. */
export function AlertFields({ draft, onChange, issueOf }: AlertFieldsProps) {
  return (
    <div className="grid gap-1">
      {kinds.map(([kind, label]) => {
        const figure = kind in figures ? figures[kind as keyof typeof figures] : null;
        return (
          <div key={kind} className="border-b border-line pb-1 last:border-0">
            <CheckboxField
              look="switch"
              label={label}
              checked={draft[kind]}
              onChange={(event) => onChange({ [kind]: event.target.checked })}
            />
            {figure && draft[kind] && (
              <NumberField
                className="mb-2 max-w-60"
                label={figure.label}
                labelHidden
                hint={figure.hint}
                suffix={figure.suffix}
                value={draft[figure.name]}
                error={issueOf(figure.name === 'yieldPoints' ? 'yieldBps' : figure.name)}
                onChange={(event) => onChange({ [figure.name]: event.target.value })}
              />
            )}
          </div>
        );
      })}
    </div>
  );
}
