export { texts } from '../../messages/en/standing.ts';
