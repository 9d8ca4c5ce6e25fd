export { texts } from '../../messages/en/notifications.ts';
