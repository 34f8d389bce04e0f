export { kindLabel } from '../documents.rules.ts';
export { DocumentsPanel } from './documents-panel-on-demand.tsx';
