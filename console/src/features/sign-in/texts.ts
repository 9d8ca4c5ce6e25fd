export const texts = {
  title: 'Sign in',
  lead: 'To decide what goes out.',
  email: 'E-mail address',
  password: 'Password',
  submit: 'Sign in',
  failed: 'You are not signed in',
  or: 'or',
  passkey: 'Sign in with a passkey',
  expired: 'That took too long, or was finished already. Begin again.',
  codeTitle: 'One more step',
  codeLead: 'The password was right. Now the code.',
  methods: {
    totp: { label: 'Code of your app', hint: 'Six digits, as your authenticator app shows them now.', other: 'Use a recovery code' },
    recovery_code: { label: 'Recovery code', hint: 'One of the ten that you kept. It works once.', other: 'Use a code of the app' },
  },
  back: 'Back to the password',
} as const;
