import type { texts as app } from '../app/texts.ts';
import type { texts as comments } from '../components/comments/texts.ts';
import type { texts as cost } from '../components/cost/texts.ts';
import type { limitWords } from '../components/grants/limit-words.ts';
import type { texts as agentWeeks } from '../components/grants/weeks-texts.ts';
import type { texts as lists } from '../components/lists/texts.ts';
import type { texts as networkGuides } from '../components/network-guide-texts.ts';
import type { texts as share } from '../components/share/texts.ts';
import type { texts as standing } from '../components/standing/texts.ts';
import type { texts as components } from '../components/texts.ts';
import type {
  accountStates,
  approvalStates,
  connectionHealth,
  draftStates,
  grantStates,
  heldPublication,
  jobStates,
  publicationStates,
} from '../components/ui/states.ts';
import type { texts as agents } from '../features/agents/texts.ts';
import type { bulkTexts } from '../features/approvals/list/bulk-texts.ts';
import type { sendingTexts } from '../features/approvals/sending-texts.ts';
import type { signingTexts } from '../features/approvals/signing/signing-texts.ts';
import type { texts as approvals } from '../features/approvals/texts.ts';
import type { texts as audit, NOUNS } from '../features/audit/texts.ts';
import type { texts as calendar } from '../features/calendar/texts.ts';
import type { guideTexts } from '../features/connections/guide-texts.ts';
import type { texts as connections } from '../features/connections/texts.ts';
import type { texts as credits } from '../features/credits/texts.ts';
import type { texts as drafts } from '../features/drafts/texts.ts';
import type { texts as grant } from '../features/grant/texts.ts';
import type { texts as invite } from '../features/invite/texts.ts';
import type { texts as jobs } from '../features/jobs/texts.ts';
import type { texts as members } from '../features/members/texts.ts';
import type { texts as news } from '../features/news/texts.ts';
import type { texts as notifications } from '../features/notifications/texts.ts';
import type { texts as operator } from '../features/operator/texts.ts';
import type { texts as overview } from '../features/overview/texts.ts';
import type { texts as palette } from '../features/palette/texts.ts';
import type { texts as sandbox } from '../features/sandbox/texts.ts';
import type { texts as security } from '../features/security/texts.ts';
import type { texts as settings } from '../features/settings/texts.ts';
import type { texts as setup } from '../features/setup/texts.ts';
import type { texts as shared } from '../features/shared/texts.ts';
import type { texts as signUp } from '../features/sign-in/sign-up/texts.ts';
import type { texts as signIn } from '../features/sign-in/texts.ts';
import type { texts as webhooks } from '../features/webhooks/texts.ts';
import type { Spoken } from '../lib/catalogue.ts';
import type { texts as lib } from '../lib/texts.ts';

type Words = Record<string, string>;

/** Every part of the console with texts, by its name. */
interface Parts {
  app: typeof app;
  lib: typeof lib;
  components: typeof components;
  comments: typeof comments;
  networkGuides: typeof networkGuides;
  share: typeof share;
  standing: typeof standing;
  limits: typeof limitWords;
  agentWeeks: typeof agentWeeks;
  scopes: Words;
  forecast: Record<string, string | ((...values: never[]) => string)>;
  draftStates: typeof draftStates;
  approvalStates: typeof approvalStates;
  jobStates: typeof jobStates;
  heldPublication: typeof heldPublication;
  publicationStates: typeof publicationStates;
  connectionHealth: typeof connectionHealth;
  grantStates: typeof grantStates;
  accountStates: typeof accountStates;
  agents: typeof agents;
  approvals: typeof approvals;
  approvalBuckets: Words;
  bulk: typeof bulkTexts;
  lists: typeof lists;
  sending: typeof sendingTexts;
  signing: typeof signingTexts;
  audit: typeof audit;
  nouns: typeof NOUNS;
  calendar: typeof calendar;
  connections: typeof connections;
  cost: typeof cost;
  credits: typeof credits;
  drafts: typeof drafts;
  grant: typeof grant;
  guides: typeof guideTexts;
  invite: typeof invite;
  jobs: typeof jobs;
  members: typeof members;
  news: typeof news;
  notifications: typeof notifications;
  operator: typeof operator;
  overview: typeof overview;
  palette: typeof palette;
  sandbox: typeof sandbox;
  security: typeof security;
  failedBy: Words;
  settings: typeof settings;
  setup: typeof setup;
  shared: typeof shared;
  'sign-in': typeof signIn;
  'sign-up': typeof signUp;
  webhooks: typeof webhooks;
}

/** The console in another language. Missing texts fall back to English. */
export type Translation = { readonly [Part in keyof Parts]?: Spoken<Parts[Part]> };
