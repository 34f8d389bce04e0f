import { partOnDemand } from '#ui/on-demand.tsx';

/** Loaded when it is shown, because most people have confirmed their email. */
export const ConfirmEmailNotice = partOnDemand(
  async () => (await import('./confirm-email-notice.tsx')).ConfirmEmailNotice,
  () => null,
);
