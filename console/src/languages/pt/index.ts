import type { Translation } from '../translation.ts';
import { drafts } from './drafts.ts';

export { messages } from '../../messages/pt.ts';

export const translation: Translation = {
  ...drafts,
};
