export { texts } from '../../messages/en/invite.ts';
