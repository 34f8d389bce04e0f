import type { Place } from '#app/browser/render.tsx';
import type { LegalDocumentId } from '#features/legal/legal.contract.ts';
import { offeringErrors } from '#features/offerings/offerings.contract.ts';
import { offeringIdOf } from '#features/properties/server/index.ts';
import { isTrustPage } from '#features/trust/trust.rules.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { domainErrorOf } from '#platform/server/errors/error-mapping.ts';
import type { AppCaller } from './app-caller.ts';

/** By route: the one thing that its page is about. */
export const resources: Record<string, (api: AppCaller, params: Record<string, string>) => Promise<unknown>> =
  {
    '/about/$page': async (_, { page = '' }) => {
      if (!isTrustPage(page)) throw new DomainError(commonErrors.NOT_FOUND);
    },
    '/learn/$slug': (api, { slug = '' }) => api.learn.article({ slug }),
    '/property/$id': (api, { id }) => api.properties.detail({ id: Number(id) }),
    '/offering/$slug': (api, { slug = '' }) => publicOffering(api, slug),
    '/statement/$id': (api, { id = '' }) => api.distributions.statement({ id }),
    '/admin-education/$id': async (api, { id = '' }) => id === 'new' || api.learn.adminArticle({ id }),
    '/submit-property_/$id': (api, { id }) => api.properties.simpleFormVersions({ id: Number(id) }),
    '/admin-review/$id': (api, { id = '' }) => api.submissions.reviewed({ submissionId: id }),
    '/owner-dashboard/$id': (api, { id }) => api.owners.property({ id: Number(id) }),
    '/owner-submit/$id': (api, { id = '' }) => api.submissions.own({ submissionId: id }),
    '/admin-users/$id': (api, { id = '' }) => api.backOffice.user({ userId: id }),
    '/legal/$document': (api, { document = '' }) => api.legal.document({ id: document as LegalDocumentId }),
    '/verify/$code': (api, { code = '' }) => api.certificates.verify({ code }),
    '/admin-kyc/$id': (api, { id = '' }) => api.kyc.reviewed({ applicantId: id }),
  };

/** Only approved properties have a public page, for every caller. */
async function publicOffering(api: AppCaller, slug: string): Promise<void> {
  const { status } = await api.properties.detail({ id: offeringIdOf(slug) ?? 0 });
  if (status !== 'approved') throw new DomainError(offeringErrors.PROPERTY_NOT_FOUND);
}

const MISSING = [400, 404];

/** Whether an address names something that is not there, or not for this caller. */
export async function isMissing(api: AppCaller, { routeId, params }: Place): Promise<boolean> {
  if (routeId === null) return true;
  try {
    await resources[routeId]?.(api, params);
    return false;
  } catch (error) {
    return MISSING.includes(domainErrorOf(error)?.status ?? 0);
  }
}
