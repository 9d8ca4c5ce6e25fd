import { Type } from 'typebox';
import { SECOND_FACTORS } from '../../access/second-factor/sign-in-step.ts';
import { FIELD_RULES } from '../../field-rules.ts';
import { closedObject, nullableText, oneOf } from '../v1/common.schemas.ts';

const email = Type.String({
  minLength: 3,
  maxLength: 254,
  pattern: '^[^\\s@]+@[^\\s@]+$',
  description: 'Email address; case does not matter.',
});
const password = (minLength: number) =>
  Type.String({ minLength, maxLength: FIELD_RULES.password.maxLength, description: 'Kept as an argon2id hash only.' });
const name = (description: string) =>
  Type.String({ minLength: 1, maxLength: FIELD_RULES.workspace.name.maxLength, pattern: '\\S', description });
const timeZone = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'Time zone of the first workspace, an IANA name; UTC if omitted.',
});

export const SignInBody = closedObject({ email, password: password(1) }, 'Email address and password.');

/** A complete sign-in, or the second factors of which one is required. */
export const SignedInOrStepSchema = Type.Object({
  user_id: Type.Optional(Type.String({ description: 'The signed-in person; omitted while a second factor is required.' })),
  second_factor: Type.Optional(
    Type.Array(oneOf(SECOND_FACTORS, 'A second factor.'), { description: 'The accepted second factors; one is required.' }),
  ),
  expires_at: Type.Optional(Type.String({ description: 'When this step of the sign-in expires.' })),
});

export const SecondFactorBody = closedObject(
  {
    method: oneOf(SECOND_FACTORS, 'The kind of code.'),
    code: Type.String({ minLength: 1, maxLength: 64, description: 'As typed; case and punctuation do not matter.' }),
  },
  'The second step of a sign-in.',
);

export const EmptyBody = closedObject({}, 'An empty object.');

/** As in the WebAuthn specification (PublicKeyCredentialRequestOptionsJSON). */
export const PasskeyOptionsSchema = Type.Object({
  challenge: Type.String(),
  timeout: Type.Optional(Type.Number()),
  rpId: Type.Optional(Type.String()),
  userVerification: Type.Optional(Type.String()),
  allowCredentials: Type.Optional(Type.Array(Type.Object({ id: Type.String(), type: Type.String() }))),
});

export const PasskeyVerifyBody = closedObject(
  {
    // Browsers may add members; the verification reads those that it knows.
    response: Type.Object(
      { id: Type.String({ minLength: 1, maxLength: 2_000 }), response: Type.Object({}) },
      { description: 'The browser’s response (AuthenticationResponseJSON).' },
    ),
  },
  'The response of a passkey.',
);

const token = Type.String({ minLength: 1, maxLength: 500, description: 'The token from the link.' });

export const ForgotBody = closedObject({ email }, 'The email address of the person who lost their password.');
export const ForgotSchema = Type.Object({
  by_mail: Type.Boolean({ description: 'Whether this service sends email at all; does not reveal whether the address is known.' }),
});
export const NewPasswordBody = closedObject({ token, password: password(1) }, 'The new password and the token of the reset link.');

export const SignUpOpenSchema = Type.Object({
  is_open: Type.Boolean({ description: 'Whether accounts can be requested here; the operator decides on each request.' }),
  is_set_up: Type.Boolean({ description: 'Whether the first set-up is complete.' }),
});
export const SignUpBody = closedObject({ email }, 'The email address of the person who requests an account.');
export const SignUpLinkBody = closedObject({ token }, 'The emailed sign-up link.');
export const SignUpLinkSchema = Type.Object({
  email: Type.String({ description: 'The address that the link was sent to.' }),
  expires_at: Type.String({ description: 'When the link expires.' }),
});
export const SignUpRequestBody = closedObject(
  {
    token,
    name: name('The person’s name.'),
    workspace_name: name('Name of the account and its first workspace.'),
    password: password(FIELD_RULES.password.minLength),
    time_zone: Type.Optional(timeZone),
  },
  'The requested account.',
);

export const InvitationBody = closedObject({ token }, 'An invitation.');

export const InvitationSchema = Type.Object({
  email: Type.String({ description: 'Email address of the invited person.' }),
  role: Type.String({ description: '`owner`, `approver` or `viewer`.' }),
  account_name: Type.String({ description: 'The account’s name.' }),
  invited_by: Type.String({ description: 'Name of the owner who sent the invitation.' }),
  expires_at: Type.String({ description: 'When the link expires.' }),
  is_known_person: Type.Boolean({ description: 'Whether a person with this address already exists and must sign in.' }),
  signed_in_as: nullableText('The signed-in person’s address.'),
});

export const AcceptInvitationBody = closedObject(
  {
    token,
    name: Type.Optional(name('Name of a new person.')),
    password: Type.Optional(password(FIELD_RULES.password.minLength)),
  },
  'The invitation and, for a new person, their details.',
);

export const AcceptedSchema = Type.Object({
  user_id: Type.String({ description: 'The new member.' }),
  account_id: Type.String({ description: 'The account.' }),
});

const setupToken = Type.String({ minLength: 1, maxLength: 500, description: 'The token from the set-up link that the server printed.' });

export const SetupLinkBody = closedObject({ token: setupToken }, 'The set-up link.');

export const SetupBody = closedObject(
  {
    token: setupToken,
    name: name('The operator’s name.'),
    email,
    password: password(FIELD_RULES.password.minLength),
    workspace_name: name('Name of the first workspace.'),
    time_zone: Type.Optional(timeZone),
  },
  'The first account.',
);

export const SignedInSchema = Type.Object({ user_id: Type.String({ description: 'The signed-in person.' }) });

export const SetUpSchema = Type.Object({
  user_id: Type.String({ description: 'The new operator, now signed in.' }),
  account_id: Type.String({ description: 'The first account.' }),
  workspace_id: Type.String({ description: 'Its workspace.' }),
});
