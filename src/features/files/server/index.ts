export { FILE_SCANNED } from '../files.events.ts';
export { claimFile, discardFile } from './claim-file.ts';
export { fileContent, infectedFilesOf, keyOf, storedFilesOf } from './files.queries.ts';
export { storeCleanFile, storeFile } from './store-file.ts';
