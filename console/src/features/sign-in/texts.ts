export const texts = {
  title: 'Sign in',
  lead: 'To decide what goes out.',
  email: 'E-mail address',
  password: 'Password',
  submit: 'Sign in',
  failed: 'You are not signed in',
} as const;
