export { texts as editingTexts } from '../messages/en/editing.ts';
