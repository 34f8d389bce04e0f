const tests = ['\\.test\\.tsx?$', '^tests/'];
const ours = '^(src|db|scripts|tests)/';
const contracts = '^src/features/[^/]+/[^/]+\\.contract\\.ts$';
const liveMaps = '^src/features/[^/]+/[^/]+\\.live\\.ts$';
const sessions = '^src/features/identity/server/sessions/sessions\\.ts$';
const markdown = '^src/features/learn/server/markdown\\.ts$';
const entryPoints = [
  '^src/app/server/(main|dev|compose-product)\\.ts$',
  '^src/app/browser/main\\.tsx$',
  '^scripts/',
];
const scriptClient = '^src/script-client/';
const typeGate = { from: '^src/platform/browser/trpc\\.ts$', to: '^src/app/server/app-router\\.ts$' };

const packages = (...names) => names.map((name) => `(^|/)node_modules/${name}/`);
const inContracts = packages('zod');
const inServers = packages('zod', 'drizzle-orm', 'hono');
const inScreens = packages(
  'zod',
  'react',
  'react-dom',
  '@types/react',
  '@types/react-dom',
  '@tanstack/[^/]+',
  '@trpc/client',
  'react-hook-form',
  '@hookform/resolvers',
  'react-aria-components',
  'd3-(array|geo|scale|shape)',
  'topojson-(client|specification)',
  'us-atlas',
  'sonner',
  'lucide-react',
  '@simplewebauthn/browser',
);

/** `from` may reach, of our own files, only `to`; `$1` in `to` is what the first group of `from` matched. */
const only = (name, comment, from, to, pathNot = []) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: [...tests, ...pathNot] },
  to: { path: ours, pathNot: to },
});

/** `from` must not reach `to`. */
const never = (name, comment, from, to, pathNot = []) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: [...tests, ...pathNot] },
  to,
});

const layers = [
  only('kernel-stands-alone', 'The kernel imports nothing of ours.', '^src/kernel/', '^src/kernel/'),
  only('schema-knows-only-kernel', 'Tables import nothing above them.', '^db/', '^(db|src/kernel)/'),
  only('ui-knows-only-kernel', 'Building blocks know no product.', '^src/ui/', '^src/(ui|kernel)/'),
  only(
    'platform-server-knows-only-kernel',
    'The platform knows the kernel and its own tables.',
    '^src/platform/server/',
    ['^src/platform/server/', '^src/kernel/', '^db/schema/(platform|columns)\\.ts$'],
  ),
  only(
    'platform-browser-knows-only-kernel',
    'The browser platform knows the kernel; the one type gate is checked below.',
    '^src/platform/browser/',
    ['^src/platform/browser/', '^src/kernel/'],
    [typeGate.from],
  ),
  only(
    'one-type-gate',
    'The type gate reaches the type of the router, and else what the browser platform may.',
    typeGate.from,
    ['^src/platform/browser/', '^src/kernel/', typeGate.to],
  ),
];

const slices = [
  only(
    'contracts-know-only-contracts',
    'Contracts, rules and events are read on both sides: kernel and contracts only.',
    '^src/features/[^/]+/[^/]+$',
    ['^src/kernel/', contracts],
    [liveMaps],
  ),
  only(
    'live-maps-know-events',
    'A live map names events of its slice and queries; beside them it reaches other live maps only.',
    '^src/features/([^/]+)/[^/]+\\.live\\.ts$',
    [
      '^src/kernel/',
      '^src/platform/browser/(live-map|trpc)\\.ts$',
      '^src/features/$1/[^/]+\\.events\\.ts$',
      liveMaps,
    ],
  ),
  only(
    'slice-server-knows-faces',
    'The server of a slice reaches other slices by their faces only.',
    '^src/features/([^/]+)/server/',
    [
      '^src/platform/server/',
      '^src/kernel/',
      '^db/schema/',
      '^src/features/$1/(server/.+|[^/]+)$',
      '^src/features/[^/]+/server/index\\.ts$',
      contracts,
    ],
  ),
  only(
    'slice-client-knows-faces',
    'Screens never reach a server, a table, or the inside of another slice.',
    '^src/features/([^/]+)/client/',
    [
      '^src/platform/browser/',
      '^src/(ui|kernel)/',
      contracts,
      '^src/features/$1/(client/.+|[^/]+\\.rules\\.ts)$',
      '^src/features/[^/]+/client/index\\.ts$',
    ],
  ),
  never(
    'transports-without-database',
    'Routers and REST files call commands and queries; they know no table and no SQL.',
    '^src/features/[^/]+/server/[^/]+\\.(router|rest)\\.ts$',
    {
      path: [
        '(^|/)node_modules/drizzle-orm/',
        '^db/',
        '^src/platform/server/(database|adapters/database)/.+\\.ts$',
      ],
    },
  ),
];

const rooms = [
  never(
    'app-is-for-entry-points',
    'Only entry points, the sample world, the demo and tests import the app.',
    '^(src|db)/',
    { path: '^src/app/' },
    ['^src/(app|sample-world|demo)/', typeGate.from, scriptClient],
  ),
  never(
    'sample-world-is-for-entry-points',
    'Only entry points, the demo and tests import the sample world.',
    '^(src|db)/',
    { path: '^src/sample-world/' },
    ['^src/(sample-world|demo)/', ...entryPoints],
  ),
  never(
    'demo-is-for-entry-points',
    'Only the scripts of its build and tests import the demo: the product has nothing of it.',
    ours,
    { path: '^src/demo/' },
    ['^src/demo/', '^scripts/'],
  ),
  only(
    'script-client-knows-only-types',
    'The client for script developers reaches the contracts and the type of the router.',
    scriptClient,
    [scriptClient, '^src/kernel/', contracts, typeGate.to],
  ),
  never('browser-app-without-server', 'Pages never reach a server, a table or Node.', '^src/app/browser/', {
    path: ['^db/', '^src/platform/server/', '^src/app/server/', '^src/features/[^/]+/server/'],
  }),
];

const outside = [
  never(
    'features-without-node',
    'Features run in a browser too: what needs Node is behind a port.',
    '^src/(features|kernel|ui)/',
    { dependencyTypes: ['core'] },
  ),
  never(
    'kernel-and-contracts-without-packages',
    'Kernel, contracts and rules use zod and nothing else.',
    '^src/(kernel/|features/[^/]+/[^/]+$)',
    { path: '(^|/)node_modules/', pathNot: inContracts },
  ),
  never(
    'slice-server-without-vendors',
    'Vendor packages are behind ports; one file each knows lucia and the Markdown parser.',
    '^src/features/[^/]+/server/',
    { path: '(^|/)node_modules/', pathNot: inServers },
    [sessions, markdown],
  ),
  never(
    'sessions-know-only-lucia',
    'The session file knows lucia and its adapter, and no other vendor.',
    sessions,
    {
      path: '(^|/)node_modules/',
      pathNot: [...inServers, ...packages('lucia', '@lucia-auth/adapter-drizzle')],
    },
  ),
  never(
    'markdown-knows-only-its-parser',
    'The Markdown file knows its parser, and no other vendor.',
    markdown,
    { path: '(^|/)node_modules/', pathNot: [...inServers, ...packages('markdown-it')] },
  ),
  never(
    'slice-client-without-vendors',
    'Screens use the packages that the stack names for them.',
    '^src/features/[^/]+/client/',
    { path: '(^|/)node_modules/', pathNot: inScreens },
  ),
];

const everywhere = [
  { ...never('no-file-cycles', 'Imports never come back.', ours, { circular: true }), from: { path: ours } },
  {
    ...never('resolvable', 'An import that is not found is not checked.', ours, { couldNotResolve: true }),
    from: {},
  },
];

export default {
  forbidden: [...layers, ...slices, ...rooms, ...outside, ...everywhere],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.css$|routeTree\\.gen\\.ts$|^virtual:' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
    },
  },
};
