import { type ComponentType, lazy, Suspense, useState } from 'react';

/** A part of a page that only shows something, and whose code therefore can stay away. */
export interface KeptPart {
  Content: ComponentType;
  /** At hand on the server, which renders a page in one go. */
  loaded: ComponentType | null;
}

// A picture that cannot be had is missed, but no reason to lose the page.
const Nothing = () => null;

const loaders: (() => Promise<void>)[] = [];

export function keptPart(load: () => Promise<ComponentType>): KeptPart {
  const part: KeptPart = {
    Content: lazy(async () => ({ default: await load().catch(() => Nothing) })),
    loaded: null,
  };
  loaders.push(async () => {
    part.loaded ??= await load();
  });
  return part;
}

/** For the server: loads what the pages that are loaded so far keep. */
export async function loadKeptParts(): Promise<void> {
  await Promise.all(loaders.map((load) => load()));
}

export interface KeptProps {
  part: KeptPart;
  /** Names the place in the page; one of a kind. */
  id: string;
  className?: string;
}

/**
 * Keeps the markup that the server has rendered and does not load what made it; only where a page is opened from
 * another one does the code come and render here.
 */
export function Kept({ part: { Content, loaded: Loaded }, id, className }: KeptProps) {
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
