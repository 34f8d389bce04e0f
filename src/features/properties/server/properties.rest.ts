import { z } from 'zod';
import { identityErrors } from '#features/identity/identity.contract.ts';
import { offeringErrors } from '#features/offerings/offerings.contract.ts';
import { valuationErrors } from '#features/valuations/valuations.contract.ts';
import { parsePercent, WHOLE_BPS } from '#kernel/money.ts';
import { lineText, propertyId } from '#kernel/schemas.ts';
import { integerText, restPaging, restRoute } from '#platform/server/transport/rest.ts';
import { FileAnswer, pictureRoute } from '#platform/server/transport/rest-files.ts';
import { propertyEntity, propertyErrors, propertySort } from '../properties.contract.ts';
import { adminProperty, statusChange } from '../review.contract.ts';
import { PROPERTY_IMAGES_PATH, propertyType, simpleFormBody } from '../simple-form.contract.ts';
import { resubmissionErrors } from '../simple-form-versions.contract.ts';
import { adminList } from './admin-list.queries.ts';
import { propertyEntities } from './properties.queries.ts';
import { visibleEntity } from './property.queries.ts';
import { propertyImage } from './property-image.ts';
import { resubmit } from './resubmit.ts';
import { setStatus } from './set-status.ts';
import { submit } from './submit.ts';

const byId = z.strictObject({ id: integerText(propertyId) });

const yieldPercent = z
  .string()
  .refine(
    (text) => (parsePercent(text) ?? Number.POSITIVE_INFINITY) <= WHOLE_BPS,
    'Enter a percentage, such as 7 or 7.25.',
  )
  .transform((text) => parsePercent(text) ?? 0);

const listQuery = z.strictObject({
  type: propertyType.optional(),
  minYield: yieldPercent.optional(),
  maxYield: yieldPercent.optional(),
  location: lineText(200).optional(),
  q: lineText(100).optional(),
  sort: propertySort.default('yield'),
  ...restPaging,
});

export const propertiesRest = [
  restRoute({
    method: 'GET',
    path: '/api/properties',
    name: 'properties.list',
    summary: 'Approved properties. The next page is in the Link header.',
    access: 'public',
    query: listQuery,
    status: 200,
    answer: z.array(propertyEntity),
    errors: [],
    async handle({ platform, query, linkNext }) {
      const { minYield, maxYield, ...rest } = query;
      const found = await propertyEntities(platform.db, {
        ...rest,
        minYieldBps: minYield,
        maxYieldBps: maxYield,
      });
      linkNext(found.nextCursor);
      return found.items;
    },
  }),
  restRoute({
    method: 'POST',
    path: '/api/properties',
    name: 'properties.submit',
    summary: 'Submit a property for review.',
    access: 'signedIn',
    body: simpleFormBody,
    isIdempotent: true,
    status: 201,
    answer: propertyEntity,
    errors: [
      propertyErrors.IMAGE_NOT_FOUND,
      propertyErrors.TOO_MANY_SUBMISSIONS,
      identityErrors.EMAIL_NOT_CONFIRMED,
    ],
    handle: (call) => submit(call, { submission: call.body, requestId: call.requestId }),
  }),
  restRoute({
    method: 'GET',
    path: '/api/properties/{id}',
    name: 'properties.detail',
    summary: 'One property.',
    access: 'public',
    params: byId,
    status: 200,
    answer: propertyEntity,
    errors: [propertyErrors.PROPERTY_NOT_FOUND],
    handle: ({ platform, caller, params }) => visibleEntity(platform.db, caller.actor, params.id),
  }),
  restRoute({
    method: 'POST',
    path: '/api/properties/{id}/submissions',
    name: 'properties.resubmit',
    summary: 'Correct a rejected property of yours and submit it for review again.',
    access: 'signedIn',
    params: byId,
    body: simpleFormBody,
    isIdempotent: true,
    status: 201,
    answer: propertyEntity,
    errors: [
      propertyErrors.PROPERTY_NOT_FOUND,
      resubmissionErrors.NOT_REJECTED,
      offeringErrors.REFUNDS_RUNNING,
      resubmissionErrors.ESCROW_NOT_EMPTY,
      resubmissionErrors.TERMS_FROZEN,
      valuationErrors.BELOW_SHARE_PRICE,
      offeringErrors.REPAYMENT_TOO_HIGH,
      propertyErrors.IMAGE_NOT_FOUND,
      identityErrors.EMAIL_NOT_CONFIRMED,
    ],
    handle: (call) =>
      resubmit(call, { id: call.params.id, submission: call.body, requestId: call.requestId }),
  }),
  pictureRoute({
    path: `${PROPERTY_IMAGES_PATH}{id}`,
    name: 'properties.image',
    summary: 'The picture of a property that you may see, as its imageUrl names it.',
    params: z.strictObject({ id: z.uuid() }),
    errors: [propertyErrors.IMAGE_NOT_FOUND],
    async handle({ platform, caller, params }) {
      const { name, mediaType, bytes, isPublic } = await propertyImage(platform, caller.actor, params.id);
      return new FileAnswer(name, mediaType, bytes, { isPublic });
    },
  }),
  restRoute({
    method: 'PATCH',
    path: '/api/properties/{id}',
    name: 'properties.setStatus',
    summary: 'Approve, reject or reset a property.',
    access: 'admin',
    params: byId,
    body: statusChange,
    status: 200,
    answer: propertyEntity,
    errors: [
      propertyErrors.PROPERTY_NOT_FOUND,
      propertyErrors.OWN_PROPERTY,
      propertyErrors.SUBMITTED_AGAIN,
      offeringErrors.TERMS_CHANGED,
      propertyErrors.STATUS_UNCHANGED,
      propertyErrors.STATUS_NOT_ALLOWED,
      propertyErrors.OWNER_NOT_VERIFIED,
      propertyErrors.YIELD_NOT_SUPPORTED,
      valuationErrors.BELOW_SHARE_PRICE,
      propertyErrors.EARLIER_BIDS_OPEN,
      offeringErrors.REFUNDS_RUNNING,
    ],
    handle: (call) => setStatus(call, { ...call.body, id: call.params.id }),
  }),
  restRoute({
    method: 'GET',
    path: '/api/admin/properties',
    name: 'properties.adminList',
    summary: 'All properties, newest first.',
    access: 'admin',
    query: z.strictObject(restPaging),
    status: 200,
    answer: z.array(adminProperty),
    errors: [],
    async handle({ platform, caller, query, linkNext }) {
      const found = await adminList(platform, caller.actor, query);
      linkNext(found.nextCursor);
      return found.items;
    },
  }),
];
