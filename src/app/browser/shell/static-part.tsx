import { type ComponentType, lazy, Suspense, useState } from 'react';

/** A part of a page without interaction: once the server has rendered it, the browser never loads its code. */
interface StaticPartDefinition {
  /** Unique, and the `data-part` of its element: an id could be that of an article's heading too. */
  name: string;
  Content: ComponentType;
  /** Loaded on the server, which renders a page in one go, and in the browser when loaded in advance. */
  loaded: ComponentType | null;
  load: () => Promise<void>;
}

// A picture that fails to load must not fail the page.
const Nothing = () => null;

const parts: StaticPartDefinition[] = [];

export function staticPart(name: string, load: () => Promise<ComponentType>): StaticPartDefinition {
  const part: StaticPartDefinition = {
    name,
    Content: lazy(async () => ({ default: await load().catch(() => Nothing) })),
    loaded: null,
    async load() {
      part.loaded ??= await load();
    },
  };
  parts.push(part);
  return part;
}

/** For the server: loads the static parts of all pages that are loaded so far. */
export async function loadStaticParts(): Promise<void> {
  await Promise.all(parts.map((part) => part.load()));
}

/** For a page that is opened from another one: loads its parts in advance, so that they do not come in one by one. */
export async function loadUnlessRendered(parts: readonly StaticPartDefinition[]): Promise<void> {
  await Promise.all(parts.map((part) => (markupOf(part.name) === null ? part.load() : null)));
}

interface StaticPartProps {
  part: StaticPartDefinition;
  className?: string;
}

/**
 * Reuses the markup that the server has rendered, without loading its code; only a page that is opened from another one
 * loads the code and renders here.
 */
export function StaticPart({ part: { name, Content, loaded: Loaded }, className }: StaticPartProps) {
  const [markup] = useState(() => markupOf(name));
  if (markup !== null) {
    // biome-ignore lint/security/noDangerouslySetInnerHtml: this markup is in the page already
    return <div data-part={name} className={className} dangerouslySetInnerHTML={{ __html: markup }} />;
  }
  return (
    <div data-part={name} className={className}>
      {Loaded ? (
        <Loaded />
      ) : (
        <Suspense>
          <Content />
        </Suspense>
      )}
    </div>
  );
}

function markupOf(name: string): string | null {
  if (typeof document === 'undefined') return null;
  return document.querySelector(`[data-part="${name}"]`)?.innerHTML ?? null;
}
