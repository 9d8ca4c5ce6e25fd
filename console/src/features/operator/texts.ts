export { texts } from '../../messages/en/operator.ts';
