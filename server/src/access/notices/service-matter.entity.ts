import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../db/columns.ts';
import type { KeptSentence } from '../../languages/kept-sentence.ts';
import { OPERATOR_KINDS } from './notice.entity.ts';

/** Something that only an operator can put right: told to them once, and open until it is put right. */
export const ServiceMatter = defineEntity({
  name: 'ServiceMatter',
  tableName: 'service_matters',
  properties: {
    /** What it is about, for instance `launch` or `network:linkedin`; the subject of its notices. */
    id: p.text().primary(),
    kind: p.enum(OPERATOR_KINDS),
    /** A sentence for operators, in English; never a secret. */
    message: p.text(),
    /** As a notice has it. */
    sentence: p.json<KeptSentence>().nullable(),
    openedAt: timestamp(),
    /** When operators were told of it; null: not yet. */
    toldAt: timestamp().nullable(),
    /** When it was put right; null while it is open. */
    endedAt: timestamp().nullable(),
  },
});
export type ServiceMatter = InferEntity<typeof ServiceMatter>;
