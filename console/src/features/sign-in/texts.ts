export { texts } from '../../messages/en/sign-in.ts';
