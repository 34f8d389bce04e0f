import { expect, test } from 'vitest';
import { parseSettingsSearch } from './settings-search.ts';
import { viewOf } from './settings-view.ts';

test.each([
  [{}, '', 'profile'],
  [{}, 'email', 'profile'],
  [{}, 'second-factor', 'security'],
  [{}, 'your-data', 'data'],
  [{ view: 'tokens' }, '', 'tokens'],
  [{ view: 'nothing' }, '', 'profile'],
  [{ problem: 'taken' }, '', 'security'],
])('the address %j with the section "%s" opens the part %s of the settings', (search, section, view) => {
  expect(viewOf(parseSettingsSearch(search), section)).toBe(view);
});
