export { texts } from '../../messages/en/palette.ts';
