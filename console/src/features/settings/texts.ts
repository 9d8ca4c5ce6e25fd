export { texts } from '../../messages/en/settings.ts';
