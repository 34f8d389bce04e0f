export { RESET_WAIT_HOURS } from '../identity.rules.ts';
export { AdminOnly, whenAdmin } from './admin-only.tsx';
export { ConfirmEmailBanner } from './confirm-email-banner.tsx';
export { ConfirmEmailNotice } from './confirm-email-notice-on-demand.ts';
export { FrozenBanner } from './frozen-banner.tsx';
export { ReauthenticationLayer } from './reauthentication-layer.tsx';
export { showFailure } from './show-failure.ts';
export { SignedIn, whenSignedIn } from './signed-in.tsx';
export { handleUnauthorized, leaveSignedOut } from './signed-out-notice.ts';
