import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { trpc } from '#platform/browser/trpc.ts';
import { Card } from '#ui/card.tsx';
import { SkeletonRegion, SkeletonText } from '#ui/skeleton.tsx';
import type { ArticleNode } from '../learn.contract.ts';
import { readingMinutes } from '../learn.rules.ts';
import { ReadingTime } from './article-card.tsx';
import { ArticleContent } from './article-content.tsx';

const PAUSE_MS = 250;

/** The article as readers will see it, made by the server that makes it for them. */
export function ArticlePreview({ title, body }: { title: string; body: string }) {
  const { content, failed } = usePreview(body);
  return (
    <section aria-label="Preview" className="min-w-0 xl:sticky xl:top-20">
      <Card className="xl:max-h-[calc(100dvh-7rem)] xl:overflow-y-auto">
        <p className="mb-4 text-sm font-semibold text-muted" role="status">
          {failed ? 'The preview could not be loaded. It comes back with your next change.' : 'Preview'}
        </p>
        <p className="mb-2 font-serif text-3xl leading-tight font-medium wrap-anywhere">
          {title.trim() || 'Untitled'}
        </p>
        <ReadingTime minutes={readingMinutes(body)} className="mb-6" />
        {body.trim() ? (
          <PreviewedContent content={content} failed={failed} />
        ) : (
          <p className="text-muted">What you write appears here.</p>
        )}
      </Card>
    </section>
  );
}

interface Preview {
  /** Null until the first answer. */
  content: readonly ArticleNode[] | null;
  failed: boolean;
}

function PreviewedContent({ content, failed }: Preview) {
  if (content) return <ArticleContent content={content} />;
  if (failed) return null;
  return (
    <SkeletonRegion label="Loading the preview">
      <SkeletonText lines={8} />
    </SkeletonRegion>
  );
}

/** Asks once the author pauses; an answer to an older text is dropped. */
function usePreview(body: string): Preview {
  const { mutateAsync } = useMutation(trpc.learn.preview.mutationOptions());
  const [preview, setPreview] = useState<Preview>({ content: null, failed: false });
  useEffect(() => {
    let outdated = false;
    const show = (next: Partial<Preview>) => {
      if (!outdated) setPreview((shown) => ({ ...shown, ...next }));
    };
    const timer = setTimeout(() => {
      if (body.trim() === '') return;
      mutateAsync({ body }).then(
        (content) => show({ content, failed: false }),
        () => show({ failed: true }),
      );
    }, PAUSE_MS);
    return () => {
      outdated = true;
      clearTimeout(timer);
    };
  }, [body, mutateAsync]);
  return preview;
}
