export { decide } from './decide.ts';
export { eraseApplication, eraseUnretained, hasIdentityRecords } from './erase-application.ts';
export { saveAddress } from './save-address.ts';
export { saveEmployment } from './save-employment.ts';
export { savePersonal } from './save-personal.ts';
export { submit } from './submit.ts';
export { uploadDocument } from './upload-document.ts';
