export { texts } from '../../messages/en/grant.ts';
