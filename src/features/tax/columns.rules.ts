import type { TaxForm } from './tax.contract.ts';

/** Content of a column of a template. */
export type ColumnKey =
  | 'form'
  | 'year'
  | 'name'
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'address'
  | 'city'
  | 'state'
  | 'zipCode'
  | 'country'
  | 'account'
  /** Known, and left empty: data that the product does not have or never hands out. */
  | 'empty'
  | `box ${string}`;

/** Letters and digits only, so that "Recipient ZIP/Postal Code*" and "recipient zip postal code" are one name. */
const plain = (name: string) => name.toLowerCase().replaceAll(/[^\da-z]/g, '');

const COLUMN_NAMES: Readonly<Record<Exclude<ColumnKey, `box ${string}`>, readonly string[]>> = {
  form: ['Form Type', 'Form'],
  year: ['Tax Year', 'Year'],
  name: ['Recipient Name', 'Recipient Full Name'],
  firstName: ['Recipient First Name'],
  lastName: ['Recipient Last Name', 'Recipient Last Name (Surname)'],
  email: ['Recipient Email', 'Recipient Email Address'],
  address: ['Recipient Address', 'Recipient Address Line 1', 'Recipient Street Address'],
  city: ['Recipient City', 'Recipient City/Town'],
  state: ['Recipient State', 'Recipient State/Province/Territory'],
  zipCode: ['Recipient ZIP Code', 'Recipient ZIP/Postal Code'],
  country: ['Recipient Country'],
  account: ['Form Account Number', 'Account Number', 'Recipient Account Number'],
  // Tax numbers are sealed and leave the product in no file.
  empty: [
    'Recipient TIN',
    'Recipient TIN Type',
    'Recipient Taxpayer ID Number',
    'Recipient Name Type',
    'Recipient Business or Entity Name Line 1',
    'Recipient Business or Entity Name Line 2',
    'Recipient Middle Name',
    'Recipient Suffix',
    'Recipient Address Line 2',
    'Office Code',
    'FATCA Filing Requirements',
    '2nd TIN Notice',
    'Second TIN Notice',
    'CUSIP Number',
  ],
};

const COLUMN_BY_NAME = new Map(
  Object.entries(COLUMN_NAMES).flatMap(([key, names]) =>
    names.map((name) => [plain(name), key as ColumnKey]),
  ),
);

/** Boxes of each form that the product fills, with their name on the form. */
const FILLED_BOXES: Record<TaxForm, Readonly<Record<string, string>>> = {
  '1099-DIV': {
    '1a': 'Total ordinary dividends',
    '1b': 'Qualified dividends',
    '2a': 'Total capital gain distributions',
    '3': 'Nondividend distributions',
    '5': 'Section 199A dividends',
  },
  '1099-B': {
    '1a': 'Description of property',
    '1b': 'Date acquired',
    '1c': 'Date sold or disposed',
    '1d': 'Proceeds',
    '1e': 'Cost or other basis',
    '1f': 'Accrued market discount',
    '1g': 'Wash sale loss disallowed',
    '2': 'Short-term or long-term gain or loss',
    '5': 'Noncovered security',
    '6': 'Gross or net proceeds',
    '12': 'Basis reported to IRS',
  },
  '1099-MISC': { '3': 'Other income' },
};

/** Boxes of a form for which the product has no figure. */
const EMPTY_BOXES: Record<TaxForm, readonly string[]> = {
  '1099-DIV': '2b 2c 2d 2e 2f 4 6 7 8 9 10 11 12 13 14 15 16'.split(' '),
  '1099-B': '3 4 7 8 9 10 11 13 14 15 16'.split(' '),
  '1099-MISC': '1 2 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18'.split(' '),
};

/** Content of a column of a template, by its name; null when unknown. A box may have its name or only its number. */
export function columnOf(form: TaxForm, name: string): ColumnKey | null {
  const known = COLUMN_BY_NAME.get(plain(name));
  if (known) return known;
  if (plain(name).startsWith('payer')) return 'empty';
  const filled = FILLED_BOXES[form];
  const number = /^\W*box\W*(\d{1,2}[a-g]?)(?![\da-z])/i.exec(name)?.[1]?.toLowerCase();
  if (number !== undefined) {
    if (number in filled) return `box ${number}`;
    return EMPTY_BOXES[form].includes(number) ? 'empty' : null;
  }
  const box = Object.entries(filled).find(([, title]) => plain(title) === plain(name))?.[0];
  return box === undefined ? null : `box ${box}`;
}

/**
 * The names in the first line of a CSV file, with or without quotes.
 * @returns null when the line cannot be read as CSV
 */
export function columnsIn(template: string): string[] | null {
  const line = template.replace(/^\uFEFF/, '').trimEnd();
  const names: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|$)/y;
  while (cell.lastIndex <= line.length) {
    const found = cell.exec(line);
    if (!found) return null;
    names.push((found[1]?.replaceAll('""', '"') ?? found[2] ?? '').trim());
    if (found[3] === '') break;
  }
  return names.every((name) => name !== '') ? names : null;
}

/** Names of columns that a template has already under the same or another name. */
export function repeatedIn(form: TaxForm, names: readonly string[]): string[] {
  const contentOf = (name: string) => {
    const key = columnOf(form, name);
    return key === null || key === 'empty' ? plain(name) : key;
  };
  const contents = names.map(contentOf);
  return [...new Set(names.filter((_, index) => contents.indexOf(contents[index] ?? '') < index))];
}
