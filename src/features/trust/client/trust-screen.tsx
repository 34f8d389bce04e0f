import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { messageOf } from '#platform/browser/errors.ts';
import { Alert } from '#ui/alert.tsx';
import { Loaded } from '#ui/loaded.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';
import type { TrustFacts } from '../trust.contract.ts';
import { TRUST_PAGES, type TrustPage } from '../trust.rules.ts';
import { CompanyPage, ContactPage } from './operator-pages.tsx';
import { FeesPage, SecurityPage, StatusPage } from './service-pages.tsx';
import { trustOptions } from './trust-queries.ts';

const contents: Record<TrustPage, ComponentType<{ facts: TrustFacts }>> = {
  fees: FeesPage,
  security: SecurityPage,
  contact: ContactPage,
  status: StatusPage,
  company: CompanyPage,
};

/** Those whose texts a lawyer has to read before they count. */
const REVIEWED: readonly TrustPage[] = ['security', 'company'];

/** One of the pages about the operator and its service, for anyone. */
export function TrustScreen({ page }: { page: TrustPage }) {
  const query = useQuery(trustOptions());
  const { title, description } = TRUST_PAGES[page];
  const Content = contents[page];
  return (
    <div className="page-width py-6 sm:py-10">
      <PageHeader title={title} description={description} />
      <Loaded
        query={query}
        errorText={messageOf(query.error)}
        skeleton={
          <SkeletonRegion label="Loading">
            <Skeleton className="prose-width h-80 w-full" />
          </SkeletonRegion>
        }
      >
        {(data) => (
          <div className="prose-width grid gap-8">
            {!data.legalReviewed && REVIEWED.includes(page) && <DraftNotice />}
            <Content facts={data} />
          </div>
        )}
      </Loaded>
    </div>
  );
}

function DraftNotice() {
  return (
    <Alert tone="warning" title="Draft">
      The operator of this site has not confirmed this page yet.
    </Alert>
  );
}
