export { texts } from '../../messages/en/shared.ts';
