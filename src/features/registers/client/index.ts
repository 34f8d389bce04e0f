export { RegisterButton } from './register-button.tsx';
