export { texts } from '../../messages/en/comments.ts';
