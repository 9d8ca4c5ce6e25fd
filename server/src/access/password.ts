import { hash, type Options, verify } from '@node-rs/argon2';
import { DomainError } from '../errors.ts';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const OPTIONS: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const MIN_LENGTH = 12;
const MAX_LENGTH = 200;

/** argon2id in the PHC string format; refuses what is too short to keep an account safe. */
export async function hashPassword(password: string, pointer: string): Promise<string> {
  if (password.length < MIN_LENGTH || password.length > MAX_LENGTH) {
    throw new DomainError('validation_failed', {
      fields: [{ pointer, message: `The password must have ${MIN_LENGTH} to ${MAX_LENGTH} characters.` }],
    });
  }
  return hash(password, OPTIONS);
}

let decoy: Promise<string> | undefined;

/** Whether the password is the right one; takes as long when there is no such person at all. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  decoy ??= hash('nobody has this password', OPTIONS);
  const isRight = await verify(passwordHash ?? (await decoy), password.slice(0, MAX_LENGTH));
  return isRight && passwordHash !== null;
}
