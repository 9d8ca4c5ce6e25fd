import type { EntityManager } from '@mikro-orm/postgresql';
import { WebauthnChallenge } from './passkeys/webauthn-challenge.entity.ts';
import { PasswordReset } from './passwords/password-reset.entity.ts';
import { SignInStep } from './second-factor/sign-in-step.entity.ts';
import { Session } from './sessions/session.entity.ts';

export interface PurgedPeople {
  sessions: number;
  resets: number;
  steps: number;
  challenges: number;
}

/** For the reconciler: deletes what has expired. */
export async function purgePeople(em: EntityManager, now: Date): Promise<PurgedPeople> {
  const ended = { expiresAt: { $lte: now } };
  return {
    sessions: await em.nativeDelete(Session, ended),
    resets: await em.nativeDelete(PasswordReset, ended),
    steps: await em.nativeDelete(SignInStep, ended),
    challenges: await em.nativeDelete(WebauthnChallenge, ended),
  };
}
