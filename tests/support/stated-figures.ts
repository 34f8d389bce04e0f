type Row = Record<string, unknown>;

/** What a procedure answered a viewer. */
export interface Answer {
  procedure: string;
  input: Row;
  viewer: { label: string; id: string };
  answer: unknown;
}

/** One figure of an answer: a number, an amount, a date or a status. */
export interface StatedFigure {
  /** The ids of what it is about, then its period or its place in a list: "property 3, month 2026-01". */
  subject: string;
  field: string;
  value: string | number;
  /** Procedure and path: "portfolio.overview holdings.valueCents". */
  source: string;
  viewer: string;
}

type Figure = Pick<StatedFigure, 'field' | 'value'>;

/** Where in an answer an object stands, and what it is about. */
interface Place {
  subjects: string[];
  periods: string[];
  path: string[];
}

/** Fields that say to which of several figures about one subject a figure belongs. */
const PERIODS = ['month', 'quarter', 'year', 'date', 'at', 'weekOf', 'days', 'from', 'version'];
/** Inputs that choose a part of a list, and change no figure. */
const PAGING = ['cursor', 'limit', 'sort', 'order'];
/** Names of what has no id in an answer. */
const NAMES = ['slug', 'code'];

const DATE = /^\d{4}-\d\d-\d\d(T|$)/;
const UNIQUE_ID = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d+-\d{4}-Q[1-4])$/;
const DECIMAL = /^-?\d+\.\d\d$/;

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isKey = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && value !== '');
const isName = (field: string) => field.endsWith('Id') || NAMES.includes(field);

/** Only properties have numbers as ids; UUIDs, and the ids of distributions, are different without their kind. */
const subjectOf = (id: string | number) => (typeof id === 'number' ? `property ${id}` : id);
const isUnique = (id: unknown) => typeof id === 'number' || (typeof id === 'string' && UNIQUE_ID.test(id));

/** What a row is about: its own id, or else those that it names. */
function subjectsOf(row: Row): string[] {
  if (isUnique(row.id)) return [subjectOf(row.id as string | number)];
  const ids = Object.entries(row).flatMap(([field, id]) => (isName(field) && isKey(id) ? [id] : []));
  if (isRow(row.property) && isKey(row.property.id)) ids.push(row.property.id);
  return [...new Set(ids.map(subjectOf))].sort();
}

const periodsOf = (row: Row) =>
  PERIODS.flatMap((field) => (isKey(row[field]) ? [`${field} ${row[field]}`] : []));

/** A month says its quarter and year itself. */
const withoutYear = (periods: string[]) =>
  periods.some((period) => period.startsWith('month '))
    ? periods.filter((period) => !/^(quarter|year) /.test(period))
    : periods;

function placeOf(row: Row, outer: Place): Place {
  const subjects = subjectsOf(row);
  // Any other id is one among those of the list.
  const local = isKey(row.id) && !isUnique(row.id) ? [`id ${row.id}`] : [];
  return {
    path: outer.path,
    subjects: subjects.length > 0 ? subjects : outer.subjects,
    // What has a unique id has one figure of each name.
    periods: isUnique(row.id)
      ? []
      : withoutYear([...new Set([...outer.periods, ...local, ...periodsOf(row)])]),
  };
}

const keyOf = ({ subjects, periods }: Place) => [...subjects, ...periods].join(', ');

/** The figure in a field. Dollars and percentages that are text become cents and basis points. */
function figureOf(field: string, value: unknown): Figure[] {
  if (typeof value === 'number') return [{ field, value }];
  if (typeof value !== 'string') return [];
  if (DECIMAL.test(value)) {
    const unit = field.endsWith('Yield') ? 'Bps' : 'Cents';
    return [{ field: `${field}${unit}`, value: Math.round(Number(value) * 100) }];
  }
  return DATE.test(value) || field === 'status' ? [{ field, value }] : [];
}

/** Every figure that an answer states, by what it is about. */
export function statedFigures({ procedure, input, viewer, answer }: Answer): StatedFigure[] {
  const stated: StatedFigure[] = [];

  function readRows(rows: unknown[], outer: Place): void {
    const found = rows.filter(isRow).map((row) => ({ row, key: keyOf(placeOf(row, outer)) }));
    const times = new Map<string, number>();
    for (const { key } of found) times.set(key, (times.get(key) ?? 0) + 1);
    found.forEach(({ row, key }, index) => {
      // Rows about the same thing, such as its payments, differ by their place in the list.
      const isOneOfSeveral = (times.get(key) ?? 0) > 1 || key === keyOf(outer);
      const nth = isOneOfSeveral ? [`${outer.path.at(-1) ?? 'row'} ${index + 1}`] : [];
      readRow(row, { ...outer, periods: [...outer.periods, ...nth] });
    });
  }

  function readRow(row: Row, outer: Place): void {
    const place = placeOf(row, outer);
    const found = figuresIn(row, [], place, isUnique(row.id));
    const times = new Map<string, number>();
    for (const { field } of found) times.set(field, (times.get(field) ?? 0) + 1);
    for (const { path, field, value } of found) {
      const source = [...place.path, ...path].filter((part) => part !== 'items').join('.');
      stated.push({
        subject: keyOf(place),
        // A name that the row has several times, as of votes for and against, needs its path.
        field: times.get(field) === 1 ? field : [...path.slice(0, -1), field].join('.'),
        value,
        source: `${procedure} ${source}`,
        viewer: viewer.label,
      });
    }
  }

  /** The figures of a row itself, and of objects in it that are about the same; the others are read apart. */
  function figuresIn(
    row: Row,
    path: string[],
    place: Place,
    hasId: boolean,
  ): (Figure & { path: string[] })[] {
    return Object.entries(row).flatMap(([field, value]) => {
      const inner = [...path, field];
      const innerPlace = { ...place, path: [...place.path, ...inner] };
      if (Array.isArray(value)) readRows(value, innerPlace);
      else if (isRow(value)) {
        const isApart = isKey(value.id) || subjectsOf(value).length > 0 || periodsOf(value).length > 0;
        if (!isApart) return figuresIn(value, inner, place, hasId);
        readRow(value, innerPlace);
      } else if (field !== 'id' && !isName(field) && (hasId || !PERIODS.includes(field))) {
        return figureOf(field, value).map((figure) => ({ ...figure, path: inner }));
      }
      return [];
    });
  }

  const asked = subjectsOf(input);
  const chosen = Object.entries(input).flatMap(([field, value]) =>
    isKey(value) && field !== 'id' && !isName(field) && !PAGING.includes(field) ? [`${field} ${value}`] : [],
  );
  // An answer that names nothing is about its viewer.
  const root: Place = { subjects: asked.length > 0 ? asked : [viewer.id], periods: chosen, path: [] };
  if (Array.isArray(answer)) readRows(answer, root);
  else if (isRow(answer)) readRow(answer, root);
  return stated;
}

/** By source, or by a source and everything below it. */
export type Meanings = Readonly<Record<string, string>>;

export interface Meaning {
  /** Figures that are the viewer's own, with whose they are. */
  ofTheViewer: Meanings;
  /** Figures that mean something else than the same name elsewhere, with what they mean. */
  apart: Meanings;
}

const entryFor = (source: string, entries: readonly string[]) =>
  entries.find(
    (entry) => source === entry || source.startsWith(`${entry}.`) || source.startsWith(`${entry} `),
  );

/** Groups of figures that have to be equal. */
function groupsOf(figures: readonly StatedFigure[], { ofTheViewer, apart }: Meaning) {
  const groups = new Map<string, StatedFigure[]>();
  const marks = new Map<string, { own: boolean; meaning: string }>();
  for (const figure of figures) {
    const { subject, field, source, viewer } = figure;
    let mark = marks.get(source);
    if (!mark) {
      const own = entryFor(source, Object.keys(ofTheViewer)) !== undefined;
      const entry = entryFor(source, Object.keys(apart));
      mark = { own, meaning: entry === undefined ? '' : (apart[entry] ?? '') };
      marks.set(source, mark);
    }
    const key = JSON.stringify([subject, field, mark.meaning, mark.own && viewer]);
    const group = groups.get(key);
    if (group) group.push(figure);
    else groups.set(key, [figure]);
  }
  return [...groups.values()];
}

const differs = ([first, ...others]: StatedFigure[]) => others.some(({ value }) => value !== first?.value);

/** One text for each figure that is stated in two ways: what it is about, and each value with where it stands. */
export function contradictions(figures: readonly StatedFigure[], meaning: Meaning): string[] {
  return groupsOf(figures, meaning)
    .filter(differs)
    .map((group) => {
      const values = new Map<string | number, Map<string, string>>();
      for (const { value, source, viewer } of group) {
        const places = values.get(value) ?? new Map();
        if (!places.has(source)) places.set(source, viewer);
        values.set(value, places);
      }
      const texts = [...values].map(([value, places]) => {
        const shown = [...places].slice(0, 3).map(([source, viewer]) => `${source} (for ${viewer})`);
        return `${value} in ${shown.join(', ')}`;
      });
      return `${group[0]?.field} of ${group[0]?.subject}: ${texts.join('; ')}`;
    });
}

/** How many figures stand in more than one place. */
export function comparedFigures(figures: readonly StatedFigure[], meaning: Meaning): number {
  return groupsOf(figures, meaning).filter((group) => new Set(group.map(({ source }) => source)).size > 1)
    .length;
}

/** Entries without which no figure would be stated in two ways: they excuse nothing. */
export function unneededMeanings(figures: readonly StatedFigure[], meaning: Meaning): string[] {
  const unneeded = (kind: keyof Meaning) =>
    Object.keys(meaning[kind]).filter((entry) => {
      const { [entry]: _, ...others } = meaning[kind];
      const fields = new Set(
        figures.filter(({ source }) => entryFor(source, [entry])).map(({ field }) => field),
      );
      const concerned = figures.filter(({ field }) => fields.has(field));
      const without = { ...meaning, [kind]: others };
      return !groupsOf(concerned, without).some(differs);
    });
  return [...unneeded('ofTheViewer'), ...unneeded('apart')];
}
