import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { belonging, idColumn } from '../db/columns.ts';
import type { Departure } from '../platforms/text/departure.ts';
import type { Omission } from '../platforms/text/omission.ts';
import type { ModelUse } from './caption-generator.ts';
import { CAPTION_ORIGINS, CaptionSet } from './caption-set.entity.ts';

/** The words and tags for one platform. */
export const Caption = defineEntity({
  name: 'Caption',
  tableName: 'captions',
  uniques: [{ properties: ['captionSetId', 'platform'] }],
  checks: [{ name: 'captions_kept_percent_check', expression: 'kept_percent >= 0 and kept_percent <= 99' }],
  properties: {
    id: idColumn(),
    ...belonging(),
    captionSetId: () => p.manyToOne(CaptionSet).mapToPk().name('caption_set_id').createForeignKeyConstraint(false),
    platform: p.text(),
    /** The whole post as it goes out, tags in it where the platform writes them in the text. */
    text: p.text(),
    /** Without the leading number sign. */
    tags: p.array().columnType('text[]'),
    /** The further posts where it threads; empty otherwise. */
    thread: p.array().columnType('text[]'),
    origin: p.enum(CAPTION_ORIGINS),
    /** What the model took for them; null for words that cost nothing. */
    modelUse: p.json().$type<ModelUse>().columnType('jsonb').name('model_use').nullable(),
    /** What of the source is not in them. */
    omissions: p.json<Omission[]>().columnType('jsonb').defaultRaw("'[]'"),
    /** Where a model's words may say something else than the source. */
    departures: p.json<Departure[]>().columnType('jsonb').defaultRaw("'[]'"),
    /** How much of the source they say where they are its beginning alone; 0 where none of it fits. */
    keptPercent: p.smallint().name('kept_percent').nullable(),
  },
});
export type Caption = InferEntity<typeof Caption>;
