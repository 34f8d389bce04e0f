export { claimFile, discardFile } from './claim-file.ts';
export { fileContent, infectedFilesOf, keyOf, storedFilesOf } from './files.queries.ts';
export { storeCleanFile, storeFile } from './store-file.ts';
