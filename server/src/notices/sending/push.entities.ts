import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { User } from '../../access/user.entity.ts';
import { idColumn, timestamp } from '../../db/columns.ts';

/** The service's key pair, created at its first start and shared by every process. */
export const ServiceKey = defineEntity({
  name: 'ServiceKey',
  tableName: 'service_keys',
  properties: {
    name: p.text().primary(),
    publicKey: p.text(),
    sealedPrivateKey: p.text(),
    createdAt: timestamp(),
  },
});
export type ServiceKey = InferEntity<typeof ServiceKey>;

/** The encryption context of a private key. */
export const serviceKeyPlace = (name: string): string => `service_keys/${name}/sealed_private_key`;

/** A browser or phone for a person's notifications, with its push subscription (RFC 8030). */
export const PushDevice = defineEntity({
  name: 'PushDevice',
  tableName: 'push_devices',
  uniques: [{ properties: ['endpointHash'] }],
  indexes: [{ properties: ['userId'] }],
  properties: {
    id: idColumn(),
    userId: () => p.manyToOne(User).mapToPk().name('user_id'),
    /** The session in which it was added: if that is ended for security, the device is removed too. */
    sessionId: p.text(),
    /** The same browser again is the same device. */
    endpointHash: p.text(),
    /** Endpoint and keys: a secret, as they permit pushing to the device. */
    sealedSubscription: p.text(),
    /** "Firefox (Windows)". */
    name: p.text(),
    createdAt: timestamp(),
  },
});
export type PushDevice = InferEntity<typeof PushDevice>;

/** The encryption context of a subscription. */
export const pushDevicePlace = (id: string): string => `push_devices/${id}/sealed_subscription`;
