export { FreezeDialog } from './admin-freeze-dialog.tsx';
