export { Shareholders } from './shareholders.tsx';
