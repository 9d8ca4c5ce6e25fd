import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../db/columns.ts';

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
