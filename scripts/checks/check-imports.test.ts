import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkImports, ruleNames } from './check-imports.mjs';

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

type Tree = Record<string, string>;

const PACKAGES = ['zod', 'drizzle-orm', 'react', 'lucia', 'markdown-it', 'stripe'];

function plant(...trees: Tree[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'commonhold-imports-'));
  folders.push(folder);
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };
  write('package.json', JSON.stringify({ type: 'module', imports: { '#db/*': './db/*', '#*': './src/*' } }));
  for (const name of PACKAGES) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }));
    write(`node_modules/${name}/index.js`, '');
  }
  for (const [file, text] of Object.entries(Object.assign({}, ...trees) as Tree)) write(file, text);
  return folder;
}

const needs = (...targets: string[]) => targets.map((target) => `import '${target}';`).join('\n');

const clean: Tree = {
  'db/schema/platform.ts': needs('drizzle-orm'),
  'db/schema/wallet.ts': needs('drizzle-orm', '#kernel/money.ts'),
  'src/kernel/money.ts': needs('zod'),
  'src/ui/button.tsx': `${needs('react', '#kernel/money.ts')}\nexport const button = <i>{'<>'}</i>;`,
  'src/platform/server/database/db.ts': needs('node:fs', '#db/schema/platform.ts', '#kernel/money.ts'),
  'src/platform/browser/session.ts': needs('#kernel/money.ts'),
  'src/platform/browser/trpc.ts': "import type { AppRouter } from '#app/server/app-router.ts';",
  'src/features/wallet/wallet.contract.ts': needs('zod', '#kernel/money.ts'),
  'src/features/wallet/wallet.rules.ts': needs('./wallet.contract.ts'),
  'src/features/wallet/server/wallet.queries.ts': needs('drizzle-orm', '#db/schema/wallet.ts'),
  'src/features/wallet/server/wallet.router.ts': needs('./wallet.queries.ts', '../wallet.contract.ts'),
  'src/features/wallet/server/index.ts': needs('./wallet.queries.ts'),
  'src/features/wallet/client/index.ts': needs('./balance.tsx'),
  'src/features/wallet/client/balance.tsx': needs('react', '#ui/button.tsx', '#platform/browser/trpc.ts'),
  'src/features/identity/server/sessions/sessions.ts': needs('lucia'),
  'src/features/learn/server/markdown.ts': needs('markdown-it'),
  'src/features/resale/resale.contract.ts': needs('../wallet/wallet.contract.ts'),
  'src/features/resale/server/buy-shares.ts': needs('#features/wallet/server/index.ts'),
  'src/features/resale/client/listings.tsx': needs(
    '#features/wallet/client/index.ts',
    '../resale.contract.ts',
  ),
  'src/app/server/app-router.ts': needs('#features/wallet/server/wallet.router.ts'),
  'src/app/server/main.ts': needs('./app-router.ts', '#sample-world/index.ts'),
  'src/app/browser/main.tsx': needs('#features/resale/client/listings.tsx'),
  'src/sample-world/index.ts': needs('#features/resale/server/buy-shares.ts'),
  'src/demo/index.ts': needs('#sample-world/index.ts', '#app/server/app-router.ts'),
  'src/script-client/index.ts': "import type { AppRouter } from '#app/server/app-router.ts';",
  'scripts/operators/verify.ts': needs('../../src/app/server/app-router.ts'),
  'tests/e2e/demo.e2e.ts': needs('#demo/index.ts'),
};

const planted: Record<string, Tree> = {
  'kernel-stands-alone': { 'src/kernel/ids.ts': needs('#db/schema/wallet.ts') },
  'schema-knows-only-kernel': { 'db/schema/resale.ts': needs('#platform/server/database/db.ts') },
  'ui-knows-only-kernel': { 'src/ui/money.tsx': needs('#features/wallet/wallet.contract.ts') },
  'platform-server-knows-only-kernel': { 'src/platform/server/jobs/jobs.ts': needs('#db/schema/wallet.ts') },
  'platform-browser-knows-only-kernel': {
    'src/platform/browser/forms.ts': needs('#platform/server/database/db.ts'),
  },
  'one-type-gate': {
    'src/platform/browser/trpc.ts': "export type { Wallet } from '#features/wallet/wallet.contract.ts';",
  },
  'contracts-know-only-contracts': { 'src/features/wallet/wallet.events.ts': needs('./server/index.ts') },
  'live-maps-know-events': { 'src/features/wallet/wallet.live.ts': needs('./client/index.ts') },
  'slice-server-knows-faces': {
    'src/features/resale/server/open.ts': needs('#features/wallet/server/wallet.queries.ts'),
  },
  'slice-client-knows-faces': {
    'src/features/resale/client/sell.tsx': needs('../../wallet/client/balance.tsx'),
  },
  'transports-without-database': { 'src/features/resale/server/resale.rest.ts': needs('drizzle-orm') },
  'app-is-for-entry-points': {
    'src/features/resale/server/cancel.ts': "export const app = () => import('#app/server/app-router.ts');",
  },
  'sample-world-is-for-entry-points': { 'src/app/server/compose.ts': needs('#sample-world/index.ts') },
  'demo-is-for-entry-points': { 'src/app/browser/main.tsx': needs('#demo/index.ts') },
  'script-client-knows-only-types': { 'src/script-client/error.ts': needs('#platform/browser/session.ts') },
  'browser-app-without-server': { 'src/app/browser/router.tsx': needs('#features/wallet/server/index.ts') },
  'features-without-node': { 'src/features/resale/server/export.ts': needs('node:fs') },
  'kernel-and-contracts-without-packages': { 'src/kernel/time.ts': needs('drizzle-orm') },
  'slice-server-without-vendors': { 'src/features/wallet/server/deposit.ts': needs('stripe') },
  'sessions-know-only-lucia': {
    'src/features/identity/server/sessions/sessions.ts': needs('lucia', 'stripe'),
  },
  'markdown-knows-only-its-parser': {
    'src/features/learn/server/markdown.ts': needs('markdown-it', 'stripe'),
  },
  'slice-client-without-vendors': { 'src/features/wallet/client/pay.tsx': needs('stripe') },
  'no-file-cycles': {
    'src/kernel/first.ts': "import type { Second } from './second.ts';\nexport type First = Second;",
    'src/kernel/second.ts': "import type { First } from './first.ts';\nexport type Second = First;",
  },
  resolvable: { 'src/ui/lost.tsx': needs('#ui/never-written.tsx') },
  'no-folder-cycles': {
    'src/features/wallet/server/statement.ts': needs('#features/documents/server/index.ts'),
    'src/features/documents/server/index.ts': needs('#features/wallet/server/index.ts'),
  },
};

describe('the import rules', () => {
  it('let a tree pass that follows them, through aliases, type imports and JSX', async () => {
    const { modules, violations } = await checkImports(plant(clean));
    expect(violations).toEqual([]);
    expect(modules).toBe(Object.keys(clean).length);
  });

  it('refuse to call a tree clean in which no module was read', async () => {
    await expect(checkImports(plant())).rejects.toThrow('No module was read');
    await expect(checkImports(plant({ 'src/readme.txt': '' }))).rejects.toThrow('No module was read');
  });

  it('have a planted violation each', () => {
    expect(Object.keys(planted).sort()).toEqual([...ruleNames].sort());
  });

  it('report each planted violation by the name of its rule', async () => {
    const { violations } = await checkImports(plant(clean, ...Object.values(planted)));
    const found = Object.entries(planted).map(([rule, tree]) => [
      rule,
      violations.some(
        (broken) => broken.rule === rule && (broken.from in tree || rule === 'no-folder-cycles'),
      ),
    ]);
    expect(found.filter(([, reported]) => !reported)).toEqual([]);
  });
});
