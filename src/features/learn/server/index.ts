export { ensureLibrary } from './install-library.ts';
export { addresses as articleAddresses } from './learn.queries.ts';
