/** Actions on several rows of a list. */
export { texts } from '../../messages/en/lists.ts';
