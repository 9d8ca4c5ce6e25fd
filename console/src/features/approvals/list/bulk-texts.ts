/** Texts about several approvals at once. */
export { texts as bulkTexts } from '../../../messages/en/bulk.ts';
