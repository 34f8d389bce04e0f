export { movementLabel } from '../statements.rules.ts';
