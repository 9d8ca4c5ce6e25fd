import type { Translation } from '../translation.ts';
import { drafts } from './drafts.ts';

export { messages } from '../../messages/fr.ts';

export const translation: Translation = {
  ...drafts,
};
