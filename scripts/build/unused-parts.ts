import type { Plugin } from 'vite';

interface Cut {
  file: RegExp;
  /**
   * Parts to leave out. Each must be found at least once: the build fails when a new release of the library writes it
   * differently.
   */
  parts: readonly (readonly [part: RegExp, replacement: string])[];
}

/** Code that cannot work without the parts left out; a page that uses it fails the build. */
const DEPENDENTS = /\b(class WsConnection|function (AsyncGenerator|createToJSONSchemaMethod|toJSONSchema))\b/;

/** Classes that stay for older names of an icon, and statements without an effect. */
const ICON_LEFTOVERS = /,\s*aliases: \[[^\]]*\]|^__iconData\.node;$/gm;

const CUTS: readonly Cut[] = [
  {
    // React reads the keys of an icon's lines in development only, where nothing is cut.
    file: /\/lucide-react\/dist\/esm\/icons\/(?!index)[^/]+\.mjs$/,
    parts: [
      [/,\s*key: "\w+"/g, ''],
      [ICON_LEFTOVERS, ''],
    ],
  },
  {
    // Only the server describes schemas to others, as JSON Schema in its OpenAPI document.
    file: /\/zod\/v4\/classic\/schemas\.js$/,
    parts: [
      [/^ *inst\._zod\.processJSONSchema = \(ctx, json, params\) => .*;$/gm, ''],
      [/^ *toJSONSchema\(params\) \{\n.*\n *\},$/gm, ''],
      [/^ *jsonSchema: \{\n.*\n.*\n *\},$/gm, ''],
    ],
  },
  {
    // Statements of links that stream or use web sockets, which keep those links in every page.
    file: /\/@trpc\/client\/dist\/index\.mjs$/,
    parts: [[/^AsyncGenerator\.prototype\[[\s\S]*?^\};$/m, '']],
  },
  {
    file: /\/@trpc\/client\/dist\/wsLink-\w+\.mjs$/,
    parts: [[/^_defineProperty\(WsConnection, "connectCount", 0\);$/m, '']],
  },
  {
    // The codes after which such links try again; a bundler removes nothing that reads a property.
    file: /\/@trpc\/server\/dist\/codes-\w+\.mjs$/,
    parts: [
      [
        /^const retryableRpcCodes = (\[[^\]]*\]);$/m,
        'const retryableRpcCodes = /* @__PURE__ */ (() => $1)();',
      ],
    ],
  },
  {
    // Our proxy calls procedures through a client; those that have the router at hand call them themselves.
    file: /\/@trpc\/tanstack-react-query\/dist\/index\.mjs$/,
    parts: [[/^\t{3}if \("router" in opts\) return [\s\S]*?^\t{3}\}\)\);$/m, '']],
  },
];

/** Removes parts of libraries that no page uses and that a bundler cannot recognize as unused. */
export function withoutUnusedParts(): Plugin {
  return {
    name: 'without-unused-parts',
    apply: 'build',
    transform: {
      filter: { id: CUTS.map(({ file }) => file) },
      handler(code, id) {
        const cut = CUTS.find(({ file }) => file.test(id));
        if (!cut || /^export \{ default \} from/m.test(code)) return null;
        let rest = code;
        for (const [part, replacement] of cut.parts) {
          const shorter = rest.replace(part, replacement);
          if (shorter === rest) this.error(`${id} has no ${part} to leave out.`);
          rest = shorter;
        }
        return { code: rest, map: null };
      },
    },
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        for (const [id, { code }] of Object.entries(file.modules)) {
          const [dependent] = DEPENDENTS.exec(code ?? '') ?? [];
          if (dependent)
            this.error(`${id} uses ${dependent}, of which scripts/build/unused-parts.ts leaves out a part.`);
        }
      }
    },
  };
}
