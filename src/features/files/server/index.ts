export { claimFile, discardFile } from './claim-file.ts';
export { fileContent, keptFiles, keyOf } from './files.queries.ts';
export { storeCleanFile, storeFile } from './store-file.ts';
