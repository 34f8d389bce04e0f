import { lineLabel } from '../distributions.rules.ts';
import { entryLine } from '../entries.contract.ts';
import { lineKeyOf } from '../entries.rules.ts';

/** The lines of a report, to choose from. */
export const lineOptions = entryLine.options.map((value) => ({ value, label: lineLabel[lineKeyOf(value)] }));

/** The choices for a row of the bank, which can be left out. */
export const choiceOptions = [...lineOptions, { value: 'leftOut', label: 'Leave out' }];
