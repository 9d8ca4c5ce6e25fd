import type { texts as lists } from '../components/lists/texts.ts';
import type { texts as agents } from '../features/agents/texts.ts';
import type { bulkTexts } from '../features/approvals/list/bulk-texts.ts';
import type { sendingTexts } from '../features/approvals/sending-texts.ts';
import type { signingTexts } from '../features/approvals/signing/signing-texts.ts';
import type { texts as approvals } from '../features/approvals/texts.ts';
import type { texts as calendar } from '../features/calendar/texts.ts';
import type { texts as drafts } from '../features/drafts/texts.ts';
import type { texts as jobs } from '../features/jobs/texts.ts';
import type { texts as overview } from '../features/overview/texts.ts';
import type { Spoken } from '../lib/catalogue.ts';

type Words = Record<string, string>;

/** Every part of the console with texts, by its name. */
interface Parts {
  agents: typeof agents;
  approvals: typeof approvals;
  approvalBuckets: Words;
  bulk: typeof bulkTexts;
  lists: typeof lists;
  sending: typeof sendingTexts;
  signing: typeof signingTexts;
  calendar: typeof calendar;
  drafts: typeof drafts;
  jobs: typeof jobs;
  overview: typeof overview;
}

/** The console in another language. Missing texts fall back to English. */
export type Translation = { readonly [Part in keyof Parts]?: Spoken<Parts[Part]> };
