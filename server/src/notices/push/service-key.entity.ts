import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../db/columns.ts';

/** A key pair of the service's own, made at its first start and the same in every process. */
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

/** What a private key is sealed for. */
export const serviceKeyPlace = (name: string): string => `service_keys/${name}/sealed_private_key`;
