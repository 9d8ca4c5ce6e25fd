import type { Translation } from '../translation.ts';
import { drafts } from './drafts.ts';

export { messages } from '../../messages/de.ts';

export const translation: Translation = {
  ...drafts,
};
