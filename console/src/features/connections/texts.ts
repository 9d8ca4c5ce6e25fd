export { texts } from '../../messages/en/connections.ts';
