import { partOnDemand } from '#ui/on-demand.tsx';

/** Most people have confirmed their email: what asks for it comes when it is shown. */
export const ConfirmEmailNotice = partOnDemand(
  async () => (await import('./confirm-email-notice.tsx')).ConfirmEmailNotice,
  () => null,
);
