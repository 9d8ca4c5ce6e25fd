import { FirstTables } from './0001-first-tables.ts';
import { Oauth } from './0002-oauth.ts';
import { People } from './0003-people.ts';
import { AuditChain } from './0004-audit-chain.ts';
import { Mails } from './0006-mails.ts';
import { PaymentTables } from './0007-payments.ts';
import { Desk } from './0008-desk.ts';
import { Planning } from './0009-planning.ts';
import { Insight } from './0010-insight.ts';
import { Words } from './0011-words.ts';
import { Connecting } from './0012-connecting.ts';
import { StopsAndQuotas } from './0013-stops-and-quotas.ts';
import { MediaTables } from './0014-media.ts';
import { ModelUse } from './0015-model-use.ts';
import { LiftsAreTold } from './0016-lifts-are-told.ts';
import { QueueAtScale } from './0017-queue-at-scale.ts';
import { PayloadRules } from './0020-payload-rules.ts';
import { ToldLimits } from './0022-told-limits.ts';
import { LinkCards } from './0024-link-cards.ts';
import { Mentions } from './0025-mentions.ts';
import { ModelCalls } from './0026-model-calls.ts';
import { JobRevisions } from './0028-job-revisions.ts';

/** Every migration in order. The name is what the migrations table remembers: it never changes. */
export const MIGRATIONS = [
  { name: '0001-first-tables', class: FirstTables },
  { name: '0002-oauth', class: Oauth },
  { name: '0003-people', class: People },
  { name: '0004-audit-chain', class: AuditChain },
  { name: '0006-mails', class: Mails },
  { name: '0007-payments', class: PaymentTables },
  { name: '0008-desk', class: Desk },
  { name: '0009-planning', class: Planning },
  { name: '0010-insight', class: Insight },
  { name: '0011-words', class: Words },
  { name: '0012-connecting', class: Connecting },
  { name: '0013-stops-and-quotas', class: StopsAndQuotas },
  { name: '0014-media', class: MediaTables },
  { name: '0015-model-use', class: ModelUse },
  { name: '0016-lifts-are-told', class: LiftsAreTold },
  { name: '0017-queue-at-scale', class: QueueAtScale },
  { name: '0020-payload-rules', class: PayloadRules },
  { name: '0022-told-limits', class: ToldLimits },
  { name: '0024-link-cards', class: LinkCards },
  { name: '0025-mentions', class: Mentions },
  { name: '0026-model-calls', class: ModelCalls },
  { name: '0028-job-revisions', class: JobRevisions },
];
