export { texts } from '../../messages/en/sandbox.ts';
