import type { Translation } from '../translation.ts';
import { account } from './account.ts';
import { agents } from './agents.ts';
import { approvals } from './approvals.ts';
import { calendar } from './calendar.ts';
import { decisions } from './decisions.ts';
import { drafts } from './drafts.ts';
import { frame } from './frame.ts';
import { grant } from './grant.ts';
import { guides } from './guides.ts';
import { networkGuides } from './network-guides.ts';
import { operator } from './operator.ts';
import { outside } from './outside.ts';
import { overview } from './overview.ts';
import { parts } from './parts.ts';
import { posts } from './posts.ts';
import { settings } from './settings.ts';
import { signIn } from './sign-in.ts';
import { standing } from './standing.ts';

export const translation: Translation = {
  ...account,
  ...agents,
  ...approvals,
  ...calendar,
  ...decisions,
  ...drafts,
  ...frame,
  ...grant,
  ...guides,
  ...networkGuides,
  ...operator,
  ...outside,
  ...overview,
  ...parts,
  ...posts,
  ...settings,
  ...signIn,
  ...standing,
};
