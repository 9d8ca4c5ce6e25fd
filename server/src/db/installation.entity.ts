import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';

/** The database's facts about itself. Its one row is created at the first start. */
export const Installation = defineEntity({
  name: 'Installation',
  tableName: 'installations',
  properties: {
    /** `this`; there is no other. */
    id: p.text().primary(),
    /** A MAC under the master key that everything here belongs to. */
    keyCheck: p.text(),
  },
});
export type Installation = InferEntity<typeof Installation>;
