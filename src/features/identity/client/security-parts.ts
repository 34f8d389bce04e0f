/** What the security view of the settings shows, loaded when it is opened. */
export { PasskeyList } from './passkey-list.tsx';
export { PasswordSection } from './password-section.tsx';
export { ProviderSection } from './provider-section.tsx';
export { SecondFactorSection } from './second-factor-section.tsx';
export { SessionList } from './session-list.tsx';
