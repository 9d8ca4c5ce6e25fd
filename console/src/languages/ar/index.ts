import type { Translation } from '../translation.ts';
import { drafts } from './drafts.ts';

export { messages } from '../../messages/ar.ts';

export const translation: Translation = {
  ...drafts,
};
