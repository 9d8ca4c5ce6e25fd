export { texts } from '../../messages/en/security.ts';
