import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { parseConfig, settingNames } from '#platform/server/runtime/config.ts';

const text = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
const example = parseEnv(text) as Record<string, string>;

test('.env.example names the settings that there are, each with a comment above it', () => {
  expect(Object.keys(example).sort()).toEqual([...settingNames].sort());
  const blocks = text.split('\n\n').slice(1);
  expect(blocks.filter((block) => !block.startsWith('# '))).toEqual([]);
});

test('the page for operators speaks of each setting', () => {
  const page = readFileSync(new URL('../../docs/operators.md', import.meta.url), 'utf8');
  expect(settingNames.filter((name) => !new RegExp(`\\b${name}\\b`).test(page))).toEqual([]);
});

test('.env.example as it is means the defaults', () => {
  expect(parseConfig(example)).toEqual(parseConfig({}));
});
