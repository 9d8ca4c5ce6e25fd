import type { Translation } from '../translation.ts';
import { agents } from './agents.ts';
import { approvals } from './approvals.ts';
import { calendar } from './calendar.ts';
import { decisions } from './decisions.ts';
import { drafts } from './drafts.ts';
import { overview } from './overview.ts';
import { parts } from './parts.ts';
import { posts } from './posts.ts';

export { messages } from '../../messages/ar.ts';

export const translation: Translation = {
  ...agents,
  ...approvals,
  ...calendar,
  ...decisions,
  ...drafts,
  ...overview,
  ...parts,
  ...posts,
};
