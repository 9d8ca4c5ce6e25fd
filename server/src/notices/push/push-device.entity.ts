import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { User } from '../../access/user.entity.ts';
import { idColumn, timestamp } from '../../db/columns.ts';

/** A browser or phone on which a person wants to be told, as its push service lets us reach it (RFC 8030). */
export const PushDevice = defineEntity({
  name: 'PushDevice',
  tableName: 'push_devices',
  uniques: [{ properties: ['endpointHash'] }],
  indexes: [{ properties: ['userId'] }],
  properties: {
    id: idColumn(),
    userId: () => p.manyToOne(User).mapToPk().name('user_id'),
    /** In which it was added: whatever ends that session for somebody's safety takes the device along. */
    sessionId: p.text(),
    /** The same browser again is the same device. */
    endpointHash: p.text(),
    /** Address and keys: whoever has them could write to the device. */
    sealedSubscription: p.text(),
    /** "Firefox (Windows)". */
    name: p.text(),
    createdAt: timestamp(),
  },
});
export type PushDevice = InferEntity<typeof PushDevice>;

/** What a subscription is sealed for. */
export const pushDevicePlace = (id: string): string => `push_devices/${id}/sealed_subscription`;
