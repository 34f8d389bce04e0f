export { DocumentsPanel } from './documents-panel-on-demand.tsx';
