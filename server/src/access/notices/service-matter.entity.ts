import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../db/columns.ts';
import type { KeptSentence } from '../../languages/kept-sentence.ts';
import { OPERATOR_KINDS } from './notice.entity.ts';

/** A problem that only an operator can fix: notified once, and open until it is fixed. */
export const ServiceMatter = defineEntity({
  name: 'ServiceMatter',
  tableName: 'service_matters',
  properties: {
    /** Its subject, for instance `launch` or `network:linkedin`; the subject of its notices. */
    id: p.text().primary(),
    kind: p.enum(OPERATOR_KINDS),
    /** A sentence for operators, in English; never a secret. */
    message: p.text(),
    /** As a notice has it. */
    sentence: p.json<KeptSentence>().nullable(),
    openedAt: timestamp(),
    /** When operators were notified; null before. */
    toldAt: timestamp().nullable(),
    /** When it was fixed; null while it is open. */
    endedAt: timestamp().nullable(),
  },
});
export type ServiceMatter = InferEntity<typeof ServiceMatter>;
