import { Type } from 'typebox';
import { closedObject } from './v1/common.schemas.ts';

const email = Type.String({
  minLength: 3,
  maxLength: 254,
  pattern: '^[^\\s@]+@[^\\s@]+$',
  description: 'E-mail address; case does not matter.',
});
const password = (minLength: number) => Type.String({ minLength, maxLength: 200, description: 'Kept as an argon2id hash only.' });

export const SignInBody = closedObject({ email, password: password(1) }, 'Who signs in.');

export const SetupBody = closedObject(
  {
    token: Type.String({ minLength: 1, maxLength: 500, description: 'From the link that the server printed.' }),
    name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', description: "The operator's name." }),
    email,
    password: password(12),
    workspace_name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', description: 'The first workspace.' }),
  },
  'The first account.',
);

export const SignedInSchema = Type.Object({ user_id: Type.String({ description: 'Who is signed in now.' }) });

export const SetUpSchema = Type.Object({
  user_id: Type.String({ description: 'The operator, signed in now.' }),
  account_id: Type.String({ description: 'The first account.' }),
  workspace_id: Type.String({ description: 'Its workspace.' }),
});
