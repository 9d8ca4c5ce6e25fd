import { timingSafeEqual } from 'node:crypto';
import type { Sealer } from '../../sealing/sealer.ts';
import { NOTICE_TOPICS, type NoticeTopic } from '../notice-topics.ts';

/** The person and the topic of an unsubscribe link. */
export interface Unsubscription {
  userId: string;
  topics: readonly NoticeTopic[];
}

/** A mail's unsubscribe token (RFC 8058): it only stops mails, so it needs no expiry and no row. */
export function unsubscribeToken(sealer: Sealer, { userId, topics }: Unsubscription): string {
  const what = `${userId}.${topics.join('-')}`;
  return `${what}.${macOf(sealer, what)}`;
}

/** Null for anything that is not one of ours. */
export function readUnsubscribeToken(sealer: Sealer, token: string): Unsubscription | null {
  const [, userId, named, mac] = /^(usr_[\w-]{1,60})\.([a-z-]{1,200})\.([0-9a-f]{64})$/.exec(token) ?? [];
  if (!userId || !named || !mac) return null;
  if (!timingSafeEqual(Buffer.from(mac, 'hex'), Buffer.from(macOf(sealer, `${userId}.${named}`), 'hex'))) return null;
  const asked = named.split('-');
  return { userId, topics: NOTICE_TOPICS.filter((topic) => asked.includes(topic)) };
}

const macOf = (sealer: Sealer, what: string): string => sealer.hash('unsubscribe', what);
