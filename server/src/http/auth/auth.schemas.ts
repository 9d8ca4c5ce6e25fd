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
const timeZone = Type.String({ minLength: 1, maxLength: 64, description: 'Of the first workspace, an IANA name; UTC when left out.' });

export const SignInBody = closedObject({ email, password: password(1) }, 'Who signs in.');

/** A complete sign-in, or the second factors of which one is required. */
export const SignedInOrStepSchema = Type.Object({
  user_id: Type.Optional(Type.String({ description: 'Who is signed in now; left out while a second factor is awaited.' })),
  second_factor: Type.Optional(Type.Array(oneOf(SECOND_FACTORS, 'A kind of code.'), { description: 'What is awaited, one of these.' })),
  expires_at: Type.Optional(Type.String({ description: 'Until when it is awaited.' })),
});

export const SecondFactorBody = closedObject(
  {
    method: oneOf(SECOND_FACTORS, 'What the code is.'),
    code: Type.String({ minLength: 1, maxLength: 64, description: 'As typed; case and punctuation do not matter.' }),
  },
  'The second step of a sign-in.',
);

export const EmptyBody = closedObject({}, 'Nothing.');

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
      { description: 'As the browser gives it (AuthenticationResponseJSON).' },
    ),
  },
  'What a passkey signed.',
);

const token = Type.String({ minLength: 1, maxLength: 500, description: 'From the link.' });

export const ForgotBody = closedObject({ email }, 'Who has lost their password.');
export const ForgotSchema = Type.Object({
  by_mail: Type.Boolean({ description: 'Whether this service sends mail at all; it does not reveal whether the address is known.' }),
});
export const NewPasswordBody = closedObject({ token, password: password(1) }, 'The new password, and the link that it is chosen by.');

export const SignUpOpenSchema = Type.Object({
  is_open: Type.Boolean({ description: 'Whether one can ask for an account here; the operator decides on each.' }),
  is_set_up: Type.Boolean({ description: 'Whether the first run is done.' }),
});
export const SignUpBody = closedObject({ email }, 'Whose account it is to be.');
export const SignUpLinkBody = closedObject({ token }, 'The link that came by mail.');
export const SignUpLinkSchema = Type.Object({
  email: Type.String({ description: 'The address that it was mailed to.' }),
  expires_at: Type.String({ description: 'Until when the link works.' }),
});
export const SignUpRequestBody = closedObject(
  {
    token,
    name: name('Of the person.'),
    workspace_name: name('Of the account and its first workspace.'),
    password: password(FIELD_RULES.password.minLength),
    time_zone: Type.Optional(timeZone),
  },
  'The requested account.',
);

export const InvitationBody = closedObject({ token }, 'Which invitation.');

export const InvitationSchema = Type.Object({
  email: Type.String({ description: 'Who is invited.' }),
  role: Type.String({ description: '`owner`, `approver` or `viewer`.' }),
  account_name: Type.String({ description: 'Into which account.' }),
  invited_by: Type.String({ description: 'The name of the owner who invites.' }),
  expires_at: Type.String({ description: 'Until when the link works.' }),
  is_known_person: Type.Boolean({ description: 'Whether a person with this address already exists and must sign in.' }),
  signed_in_as: nullableText('The signed-in person’s address.'),
});

export const AcceptInvitationBody = closedObject(
  {
    token,
    name: Type.Optional(name('Of a new person.')),
    password: Type.Optional(password(FIELD_RULES.password.minLength)),
  },
  'The invitation and, for a new person, their details.',
);

export const AcceptedSchema = Type.Object({
  user_id: Type.String({ description: 'The new member.' }),
  account_id: Type.String({ description: 'The account.' }),
});

const setupToken = Type.String({ minLength: 1, maxLength: 500, description: 'From the link that the server printed.' });

export const SetupLinkBody = closedObject({ token: setupToken }, 'The set-up link.');

export const SetupBody = closedObject(
  {
    token: setupToken,
    name: name('The operator’s name.'),
    email,
    password: password(FIELD_RULES.password.minLength),
    workspace_name: name('The first workspace.'),
    time_zone: Type.Optional(timeZone),
  },
  'The first account.',
);

export const SignedInSchema = Type.Object({ user_id: Type.String({ description: 'Who is signed in now.' }) });

export const SetUpSchema = Type.Object({
  user_id: Type.String({ description: 'The operator, signed in now.' }),
  account_id: Type.String({ description: 'The first account.' }),
  workspace_id: Type.String({ description: 'Its workspace.' }),
});
