export { decide } from './decide.ts';
export { eraseApplication, forgetUnretained, hasIdentityRecords } from './forget-person.ts';
export { saveAddress } from './save-address.ts';
export { saveEmployment } from './save-employment.ts';
export { savePersonal } from './save-personal.ts';
export { submit } from './submit.ts';
export { uploadDocument } from './upload-document.ts';
