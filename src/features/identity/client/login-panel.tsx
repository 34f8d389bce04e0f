import type { ReactNode } from 'react';

/** The other half of the sign-in page on wide screens. */
export function LoginPanel({ picture }: { picture: ReactNode }) {
  return (
    <div className="hidden border-l border-line bg-paper lg:block">
      <div className="sticky top-16 flex h-[calc(100dvh-4rem)] flex-col justify-between overflow-hidden">
        <p className="max-w-xl px-12 pt-24 font-serif text-4xl leading-tight text-balance">
          A building, held in common. Every share, every vote and every cent in plain sight.
        </p>
        {picture}
      </div>
    </div>
  );
}
