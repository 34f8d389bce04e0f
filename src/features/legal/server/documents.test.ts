import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { legalVersions } from './documents.ts';

const hashes: Record<string, string> = {
  'terms 1': 'a9a8e25a3f451542336cba0caf1e6261ecf56e7ec9a67372878d95394050e291',
  'privacy 1': '54ac6f193da00f413ee862da2941eabefedc94c4ff91a603e318b7df8cba0066',
  'risks 1': 'be96b80cf68b4c262ee816e0293d23dc51f61d1144d26eac9132d9c063a0b5d4',
};

test('no version of a legal document ever changes its words: a new text is a new version, with its hash here', () => {
  const found = Object.values(legalVersions)
    .flat()
    .map(({ id, version, ...words }) => {
      const hash = createHash('sha256').update(JSON.stringify(words)).digest('hex');
      return [`${id} ${version}`, hash];
    });
  expect(Object.fromEntries(found)).toEqual(hashes);
});
