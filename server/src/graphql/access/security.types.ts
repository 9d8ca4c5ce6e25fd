import { GraphQLDateTime, GraphQLJSON } from 'graphql-scalars';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { Passkey } from '../../access/passkeys/passkey.entities.ts';
import { fingerprintOf } from '../../access/passkeys/webauthn.ts';
import type { IdentityProof } from '../../access/sessions/reauthenticate.ts';
import { deviceName, type SessionView } from '../../access/sessions/sessions.ts';
import { DomainError } from '../../errors.ts';
import type { Translate } from '../../languages/translate.ts';

@ObjectType('Passkey', { description: "The public half of a person's passkey. The private half never leaves their device." })
export class PasskeyType {
  @Field(() => ID, { description: '`psk_…`.' })
  id!: string;

  @Field(() => String, { description: 'As its owner calls it.' })
  name!: string;

  @Field(() => GraphQLDateTime, { description: 'When it was added.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When it was last used; null: never.' })
  lastUsedAt!: Date | null;

  @Field(() => String, {
    description: 'SHA-256 over its public key, in hex: what others need to know whose signature they see. Tell them yourself.',
  })
  fingerprint!: string;
}

@ObjectType('Session', { description: 'A browser in which the person is signed in.' })
export class SessionType {
  @Field(() => ID, { description: '`ses_…`; it opens nothing.' })
  id!: string;

  @Field(() => String, { description: 'What the browser says of itself, in short: `Firefox (Windows)`.' })
  device!: string;

  @Field(() => String, { nullable: true, description: 'The network address that it was last used from.' })
  address!: string | null;

  @Field(() => GraphQLDateTime, { description: 'When it was signed in.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: 'When it was last used, to the minute or so.' })
  lastSeenAt!: Date;

  @Field(() => GraphQLDateTime, { description: 'When it ends by itself.' })
  expiresAt!: Date;

  @Field(() => Boolean, { description: 'Whether this request comes from it.' })
  isCurrent!: boolean;
}

@ObjectType('FailedSignIn', { description: 'A sign-in to the person’s account that was refused. What was typed is kept nowhere.' })
export class FailedSignInType {
  @Field(() => ID, { description: '`aud_…`, its entry in the audit log.' })
  id!: string;

  @Field(() => GraphQLDateTime, { description: 'When.' })
  at!: Date;

  @Field(() => String, { description: '`password`, `totp`, `recovery_code`, `passkey` or `reauthentication`.' })
  by!: string;

  @Field(() => String, { nullable: true, description: 'The network address that it came from.' })
  address!: string | null;
}

@ObjectType('Security', {
  description: 'How the signed-in person signs in, and where they are signed in. Each person sees their own only.',
})
export class SecurityType {
  @Field(() => GraphQLDateTime, { nullable: true, description: 'Since when sign-in asks for a code of an app; null: it does not.' })
  totpSince!: Date | null;

  @Field(() => Int, { description: 'How many recovery codes are unused.' })
  recoveryCodesLeft!: number;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Until when this session may do what needs a fresh proof of identity; null: not now.',
  })
  freshUntil!: Date | null;
}

@ObjectType('TotpEnrolment', {
  description:
    "What the person's own authenticator app needs. Together with the recovery codes the one deliberate exception to the rule that no answer holds a secret: both are the person's own, and are shown once.",
})
export class TotpEnrolmentType {
  @Field(() => String, { description: 'For an app without a camera, in base32. In this answer and never again.' })
  secret!: string;

  @Field(() => String, { description: '`otpauth://…` for the QR code; it holds the same.' })
  uri!: string;
}

@ObjectType('RecoveryCodes', { description: 'Ten codes for the day when the phone is lost. In this answer and never again.' })
export class RecoveryCodesType {
  @Field(() => [String], { description: 'Each works once, in the place of a code of the app.' })
  recoveryCodes!: string[];
}

@InputType({ description: 'A proof of identity: the password, together with a code where an app is set up, or a passkey.' })
export class ReauthenticateInput {
  @Field(() => String, { nullable: true, description: 'The password.' })
  password?: string | null;

  @Field(() => String, { nullable: true, description: 'A code of the authenticator app.' })
  code?: string | null;

  @Field(() => GraphQLJSON, { nullable: true, description: 'What the browser answered to beginPasskeyReauthentication.' })
  passkey?: unknown;
}

@InputType({ description: 'A new password and the one that it replaces.' })
export class ChangePasswordInput {
  @Field(() => String, { description: 'The password as it is.' })
  password!: string;

  @Field(() => String, { description: '12 to 200 characters.' })
  newPassword!: string;
}

@InputType({ description: 'A new passkey.' })
export class AddPasskeyInput {
  @Field(() => String, { description: 'What you call it, 1 to 60 characters.' })
  name!: string;

  @Field(() => GraphQLJSON, { description: 'What the browser answered to beginPasskey (RegistrationResponseJSON).' })
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
      message: 'Send the password, together with a code where you have an app, or a passkey alone.',
    });
  }
  return typeof code === 'string' ? { password, code } : { password };
}
