export { texts } from '../../messages/en/setup.ts';
