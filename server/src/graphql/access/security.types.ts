import { GraphQLDateTime, GraphQLJSON } from 'graphql-scalars';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { Passkey } from '../../access/passkeys/passkey.entities.ts';
import { fingerprintOf } from '../../access/passkeys/webauthn.ts';
import type { IdentityProof } from '../../access/sessions/reauthenticate.ts';
import { deviceName, type SessionView } from '../../access/sessions/sessions.ts';
import { DomainError } from '../../errors.ts';
import type { Translate } from '../../languages/translate.ts';

@ObjectType('Passkey', {
  description: 'A person’s passkey. Only its public key is stored; the private key never leaves the person’s device.',
})
export class PasskeyType {
  @Field(() => ID, { description: 'The passkey’s id, `psk_…`.' })
  id!: string;

  @Field(() => String, { description: 'Display name of the passkey.' })
  name!: string;

  @Field(() => GraphQLDateTime, { description: 'When the passkey was added.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When the passkey was last used; null if never used.' })
  lastUsedAt!: Date | null;

  @Field(() => String, {
    description: 'SHA-256 of the public key, in hex. Give it to others so they can recognize signatures made with this passkey.',
  })
  fingerprint!: string;
}

@ObjectType('Session', { description: 'A browser session of the signed-in person.' })
export class SessionType {
  @Field(() => ID, { description: '`ses_…`; not a credential.' })
  id!: string;

  @Field(() => String, { description: 'The browser and operating system, for instance `Firefox (Windows)`.' })
  device!: string;

  @Field(() => String, { nullable: true, description: 'The IP address that the session was last used from; null if unknown.' })
  address!: string | null;

  @Field(() => GraphQLDateTime, { description: 'When the person signed in.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: 'When the session was last used, to about a minute.' })
  lastSeenAt!: Date;

  @Field(() => GraphQLDateTime, { description: 'When the session expires.' })
  expiresAt!: Date;

  @Field(() => Boolean, { description: 'Whether this request belongs to the session.' })
  isCurrent!: boolean;
}

@ObjectType('FailedSignIn', { description: 'A failed attempt to sign in as the person. The entered credentials are not stored.' })
export class FailedSignInType {
  @Field(() => ID, { description: '`aud_…`, the id of the audit log entry.' })
  id!: string;

  @Field(() => GraphQLDateTime, { description: 'When the attempt was made.' })
  at!: Date;

  @Field(() => String, { description: 'The method used: `password`, `totp`, `recovery_code`, `passkey` or `reauthentication`.' })
  by!: string;

  @Field(() => String, { nullable: true, description: 'The IP address that the attempt came from; null if unknown.' })
  address!: string | null;
}

@ObjectType('Security', {
  description: 'The sign-in methods and sessions of the signed-in person. Each person sees only their own.',
})
export class SecurityType {
  @Field(() => GraphQLDateTime, { nullable: true, description: 'When the authenticator app was enabled; null if it is not.' })
  totpSince!: Date | null;

  @Field(() => Int, { description: 'The number of unused recovery codes.' })
  recoveryCodesLeft!: number;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'When the session’s recent authentication expires; null if actions that require it need re-authentication now.',
  })
  freshUntil!: Date | null;
}

@ObjectType('TotpEnrolment', {
  description:
    'The secret for the person’s authenticator app, returned only once. The other secrets that the API returns are recovery codes and the links of an invitation and, without mail, of a share.',
})
export class TotpEnrolmentType {
  @Field(() => String, { description: 'The secret in base32, for manual entry. Returned only once.' })
  secret!: string;

  @Field(() => String, { description: 'The same secret as an `otpauth://…` URI, for a QR code.' })
  uri!: string;
}

@ObjectType('RecoveryCodes', { description: 'Ten one-time codes for signing in without the authenticator app. Returned only once.' })
export class RecoveryCodesType {
  @Field(() => [String], { description: 'The codes. Each can be used once instead of a code of the authenticator app.' })
  recoveryCodes!: string[];
}

@InputType({ description: 'A proof of identity: the password, with a code if an authenticator app is enabled, or a passkey alone.' })
export class ReauthenticateInput {
  @Field(() => String, { nullable: true, description: 'The current password.' })
  password?: string | null;

  @Field(() => String, { nullable: true, description: 'A code of the authenticator app.' })
  code?: string | null;

  @Field(() => GraphQLJSON, {
    nullable: true,
    description: 'The browser’s response to the options of `beginPasskeyReauthentication` (AuthenticationResponseJSON).',
  })
  passkey?: unknown;
}

@InputType({ description: 'A new password and the current one.' })
export class ChangePasswordInput {
  @Field(() => String, { description: 'The current password.' })
  password!: string;

  @Field(() => String, { description: 'The new password, 12 to 200 characters.' })
  newPassword!: string;
}

@InputType({ description: 'A new passkey.' })
export class AddPasskeyInput {
  @Field(() => String, { description: 'Display name of the passkey, 1 to 60 characters.' })
  name!: string;

  @Field(() => GraphQLJSON, { description: 'The browser’s response to the options of `beginPasskey` (RegistrationResponseJSON).' })
  response!: unknown;
}

export function toPasskeyType({ id, name, createdAt, lastUsedAt, publicKey }: Passkey): PasskeyType {
  return { id, name, createdAt, lastUsedAt: lastUsedAt ?? null, fingerprint: fingerprintOf(publicKey) };
}

export function toSessionType(row: SessionView, currentId: string, translate: Translate): SessionType {
  return {
    id: row.id,
    device: translate(deviceName(row.userAgent)),
    address: row.address ?? null,
    createdAt: row.createdAt,
    lastSeenAt: row.lastSeenAt ?? row.createdAt,
    expiresAt: row.expiresAt,
    isCurrent: row.id === currentId,
  };
}

export function toIdentityProof({ password, code, passkey }: ReauthenticateInput): IdentityProof {
  const hasPasskey = passkey !== undefined && passkey !== null;
  if (hasPasskey && typeof password !== 'string' && typeof code !== 'string') return { passkey };
  if (hasPasskey || typeof password !== 'string') {
    throw new DomainError('bad_user_input', {
      message: 'Send the password, with a code if an authenticator app is enabled, or a passkey alone.',
    });
  }
  return typeof code === 'string' ? { password, code } : { password };
}
