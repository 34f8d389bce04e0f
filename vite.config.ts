import { defineConfig, type UserConfig } from 'vite';
import { demoWorld } from './scripts/build/demo-world-plugin.ts';
import { newCluster } from './scripts/build/new-cluster-plugin.ts';
import { pageFiles } from './scripts/build/page-files.ts';
import { serverPackages } from './scripts/build/server-packages.ts';
import { withoutUnusedParts } from './scripts/build/unused-parts.ts';

const notForTheServer = /^(?!\/(api(\/|$|\?)|(healthz|readyz|metrics)(\?|$)))/;

// Plugins are imported where they are used: reading those of the pages takes longer than bundling the server.

async function routes() {
  const { tanstackRouter } = await import('@tanstack/router-plugin/vite');
  return tanstackRouter({
    target: 'react',
    autoCodeSplitting: true,
    codeSplittingOptions: { defaultBehavior: [['component'], ['pendingComponent']] },
    routesDirectory: 'src/app/browser/routes',
    generatedRouteTree: 'src/app/browser/routeTree.gen.ts',
  });
}

async function componentsAndStyles() {
  const [react, tailwindcss] = await Promise.all([
    import('@vitejs/plugin-react'),
    import('@tailwindcss/vite'),
  ]);
  return [react.default(), tailwindcss.default()];
}

async function productServer() {
  const { default: devServer } = await import('@hono/vite-dev-server');
  return devServer({
    entry: 'src/app/server/dev.ts',
    exclude: [notForTheServer],
    ignoreWatching: [/\/\.data\//, /\/dist\//, /\/test-results\//],
    injectClientScript: false,
  });
}

/** React alone is as much work to start as all the rest of a page. */
const framework = /\/node_modules\/(react|react-dom|scheduler|use-sync-external-store)\//;

/** What else every page needs, as one file: many small ones load and pack worse. */
const base =
  /\/node_modules\/(@tanstack(?!.*nfiniteQuery(Observer)?\.js$)|@trpc|lucide-react\/dist\/esm(?!\/icons))\/|\/src\/(app\/browser\/(page-title|home\/home-queries|navigation\/(navigation-bar|public-links|session-parts)|routes\/-load-soon|shell\/(static-part|legal-footer|not-found-page|pending-page|route-announcer|toasts))|platform\/browser\/(early-input|errors|query-client|session|session-store|page-layout|page-title|request-id|single-flight|trpc)|ui\/(button|classes|error-state|page-skeleton|skeleton|use-delayed|toast))\.tsx?$/;

/** Small parts of nearly every page; visitors load them too. */
const parts =
  /\/src\/(ui\/(alert|badge|card|description-list|empty-state|field|money|number-field|page-header|text-field|time|tone)\.tsx?|platform\/browser\/moment\.ts|kernel\/money\.ts)$|icons\/(circle-check|octagon-|mail-check|search\.|tag\.)/;

/** What sends a command and says how it failed: every page of members, and sign-in. */
const commands =
  /\/src\/(platform\/browser\/use-command|features\/identity\/client\/(mailbox-link|show-failure|signed-in)|ui\/(spinner|use-problem-focus))\.tsx?$/;

/** Those that only screens of members have: of figures, and of forms, which open a dialog less often. */
const screens = /\/src\/ui\/(bar-list|confirm-dialog|dialog)\.tsx?$/;
const fields = /\/src\/ui\/(select-field|textarea-field)\.tsx?$/;

/** What lists need that load more and more; the landing page has none. */
const infiniteLists = /nfiniteQuery(Observer)?\.js$|\/src\/ui\/(load-more|paged-list)\.tsx$/;

/** Icons of four files or more: each alone would be a file of 200 bytes. Every page loads them, so not those of fewer. */
const icons = /\/lucide-react\/dist\/esm\/icons\//;

/** What browsers load: the application, and the smaller one for visitors. */
const pages = (serving: boolean): UserConfig => ({
  plugins: [
    routes(),
    withoutUnusedParts(),
    componentsAndStyles(),
    serving && productServer(),
    pageFiles({ manifest: 'dist/pages.json' }),
  ],
  server: { port: Number(process.env.PORT ?? 3000), strictPort: true },
  build: {
    // Every browser that our scripts run in knows it.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'index.html', visitor: 'visitor.html' },
      output: {
        // Every page lists the files of all others: names would be half of that list.
        chunkFileNames: 'assets/[hash:7].js',
        codeSplitting: {
          groups: [
            { name: 'framework', test: framework },
            { name: 'base', test: base },
            { name: 'parts', test: parts },
            { name: 'commands', test: commands, includeDependenciesRecursively: false },
            { name: 'screens', test: screens, includeDependenciesRecursively: false },
            { name: 'fields', test: fields, includeDependenciesRecursively: false },
            { name: 'infinite-lists', test: infiniteLists, includeDependenciesRecursively: false },
            { name: 'icons', test: icons, minShareCount: 4 },
          ],
        },
      },
    },
    outDir: 'dist/client',
    emptyOutDir: true,
    assetsInlineLimit: 0,
  },
});

/** The same pages for the server to render, with React as it is in production whatever NODE_ENV says there. */
const renderer = (): UserConfig => ({
  plugins: [routes(), withoutUnusedParts()],
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    rolldownOptions: { input: 'src/app/browser/render.tsx' },
    outDir: 'dist/renderer',
    target: 'node20',
    emptyOutDir: true,
  },
});

/** The demo: the same pages, with the server's part of the product in a worker of the browser. */
const demo = (): UserConfig => ({
  plugins: [routes(), componentsAndStyles(), demoWorld()],
  publicDir: false,
  define: { __DEMO__: 'true' },
  resolve: { alias: { 'csv-stringify/sync': 'csv-stringify/browser/esm/sync' } },
  worker: {
    format: 'es',
    plugins: () => [demoWorld()],
    rolldownOptions: {
      output: {
        entryFileNames: 'demo-assets/[name]-[hash].js',
        chunkFileNames: 'demo-assets/[name]-[hash].js',
      },
    },
  },
  build: {
    rolldownOptions: { input: 'demo/index.html' },
    outDir: 'dist/demo',
    assetsDir: 'demo-assets',
    assetsInlineLimit: 0,
    emptyOutDir: true,
    chunkSizeWarningLimit: 10_000,
  },
});

/** With the libraries in it: reading and resolving their hundreds of files was a quarter of each start. */
const server: UserConfig = {
  plugins: [newCluster()],
  publicDir: false,
  ssr: {
    noExternal: true,
    external: serverPackages,
  },
  build: {
    rolldownOptions: {
      input: [
        'src/app/server/main.ts',
        'src/app/server/start.ts',
        'src/platform/server/adapters/file-checks/file-scan-worker.ts',
        'src/platform/server/adapters/documents/document-worker.ts',
        ...[
          'archive',
          'backup',
          'fund-promotions',
          'grant-admin',
          'import-comparables',
          'jobs',
          'migrate',
          'rebuild-figures',
          'restore',
          'verify',
        ].map((name) => `scripts/operators/${name}.ts`),
      ],
    },
    outDir: 'dist/server',
    target: 'node20',
    emptyOutDir: true,
  },
};

/** The benchmark, built as the server is: what it measures in its own process is what is served. */
const benchmark: UserConfig = {
  ...server,
  plugins: [],
  ssr: { ...server.ssr, external: [...serverPackages, '@playwright/test'] },
  build: {
    ...server.build,
    rolldownOptions: {
      input: ['bench', 'bare-server', 'bare-page'].map((name) => `scripts/bench/${name}.ts`),
    },
    outDir: 'dist/bench',
  },
};

export default defineConfig(({ command, isSsrBuild = false, mode }) => {
  const { build, ...config } = configOf({ isServing: command === 'serve', isSsrBuild, mode });
  // The budgets of the pages weigh what is loaded; Vite would pack every file again to print its size.
  return { ...config, build: { ...build, reportCompressedSize: false } };
});

function configOf(wanted: { isServing: boolean; isSsrBuild: boolean; mode: string }): UserConfig {
  if (wanted.mode === 'renderer') return renderer();
  if (wanted.mode === 'benchmark') return benchmark;
  if (wanted.mode === 'demo') return demo();
  return wanted.isSsrBuild ? server : pages(wanted.isServing);
}
