export { texts } from '../../messages/en/drafts.ts';
