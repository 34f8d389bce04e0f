interface Building {
  stories: number | null;
  units: number | null;
}

/** Part of a description that is read. */
export const MAX_READ_CHARACTERS = 400;

const small =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const number = `\\d{1,3}|single|(?:${tens.join('|')})(?:-(?:${small.slice(0, 9).join('|')}))?|${small.join('|')}`;

const saidStories = new RegExp(
  `\\b(${number})[ -](?:[a-z]+ )?(?:story|stories|storeys?|floors?)\\b(?<above> above)?`,
  'g',
);
const saidUnits = new RegExp(
  `\\b(${number})(?:-| (?!stor|bed|bath|car)(?:[a-z-]+ )?)(?:villas?|town(?:house|home)s?|houses?|homes?|cottages?|bungalows?|units?|apartments?|lofts?|condos?|docks?)\\b`,
);

/** The stories and units of a building, read from its description: owners have said them there already. */
export function buildingOf(description: string): Building {
  const text = description.slice(0, MAX_READ_CHARACTERS).toLowerCase();
  const stories = [...text.matchAll(saidStories)].map(
    ({ 1: said = '', groups }) => numberOf(said) + (groups?.above ? 1 : 0),
  );
  const units = numberOf(saidUnits.exec(text)?.[1] ?? '');
  return { stories: Math.max(0, ...stories) || null, units: units || null };
}

function numberOf(said: string): number {
  if (/^\d/.test(said)) return Number(said);
  if (said === 'single') return 1;
  return said.split('-').reduce((sum, word) => {
    const [one, ten] = [small.indexOf(word) + 1, tens.indexOf(word)];
    return sum + (ten < 0 ? one : 10 * (ten + 2));
  }, 0);
}
