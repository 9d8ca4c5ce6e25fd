export { texts } from '../../../messages/en/sign-up.ts';
