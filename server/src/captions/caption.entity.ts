import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { belonging, idColumn } from '../db/columns.ts';
import type { Settings } from '../platforms/platform.ts';
import type { Departure, Omission } from '../platforms/text/omission.ts';
import { CAPTION_ORIGINS, CaptionSet } from './caption-set.entity.ts';
import type { ModelUse } from './model/model-use.ts';

/** The text and tags for one platform. */
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
    /** The complete text of the post as published, including its tags if the platform has them in the text. */
    text: p.text(),
    /** Without the leading number sign. */
    tags: p.array().columnType('text[]'),
    /** The further posts of a thread; empty otherwise. */
    thread: p.array().columnType('text[]'),
    origin: p.enum(CAPTION_ORIGINS),
    /** What the model used for it; null for captions that cost nothing. */
    modelUse: p.json().$type<ModelUse>().columnType('jsonb').name('model_use').nullable(),
    /** What it leaves out of the source. */
    omissions: p.json<Omission[]>().columnType('jsonb').defaultRaw("'[]'"),
    /** Where a model's caption may differ from the source. */
    departures: p.json<Departure[]>().columnType('jsonb').defaultRaw("'[]'"),
    /** The percentage of the source that a truncated caption contains; 0 if none of it fits. */
    keptPercent: p.smallint().name('kept_percent').nullable(),
    /** The network's own settings that were chosen, by name. */
    settings: p.json<Settings>().columnType('jsonb').defaultRaw("'{}'"),
  },
});
export type Caption = InferEntity<typeof Caption>;
