export { texts } from '../../messages/en/share.ts';
