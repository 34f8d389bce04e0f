import { type ComponentType, lazy, Suspense, useState } from 'react';

/** A part of a page that only shows something, and whose code therefore can stay away. */
export interface KeptPart {
  /** Names its place in the page; one of a kind. */
  id: string;
  Content: ComponentType;
  /** At hand on the server, which renders a page in one go, and where it was brought in advance. */
  loaded: ComponentType | null;
  load: () => Promise<void>;
}

// A picture that cannot be had is missed, but no reason to lose the page.
const Nothing = () => null;

const parts: KeptPart[] = [];

export function keptPart(id: string, load: () => Promise<ComponentType>): KeptPart {
  const part: KeptPart = {
    id,
    Content: lazy(async () => ({ default: await load().catch(() => Nothing) })),
    loaded: null,
    async load() {
      part.loaded ??= await load();
    },
  };
  parts.push(part);
  return part;
}

/** For the server: loads what the pages that are loaded so far keep. */
export async function loadKeptParts(): Promise<void> {
  await Promise.all(parts.map((part) => part.load()));
}

/** For a page that is opened from another one: loads its parts in advance, so that they do not come in one by one. */
export async function loadUnlessKept(wanted: readonly KeptPart[]): Promise<void> {
  await Promise.all(wanted.map((part) => (markupOf(part.id) === null ? part.load() : null)));
}

export interface KeptProps {
  part: KeptPart;
  className?: string;
}

/**
 * Keeps the markup that the server has rendered and does not load what made it; only where a page is opened from
 * another one does the code come and render here.
 */
export function Kept({ part: { id, Content, loaded: Loaded }, className }: KeptProps) {
  const [markup] = useState(() => markupOf(id));
  if (markup !== null) {
    // biome-ignore lint/security/noDangerouslySetInnerHtml: it is what stands in the page already
    return <div id={id} className={className} dangerouslySetInnerHTML={{ __html: markup }} />;
  }
  return (
    <div id={id} className={className}>
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

function markupOf(id: string): string | null {
  return typeof document === 'undefined' ? null : (document.getElementById(id)?.innerHTML ?? null);
}
