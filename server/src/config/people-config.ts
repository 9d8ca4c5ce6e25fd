import { HOUR_MS } from '../clock.ts';
/** Whose second factor is mandatory: no one's (it is optional), that of operators and account owners, or everyone's. */
export const SECOND_FACTOR_DUTIES = ['optional', 'owners', 'everybody'] as const;
export type SecondFactorDuty = (typeof SECOND_FACTOR_DUTIES)[number];

/** The settings of sign-in. */
export interface PeopleConfig {
  /** A session without activity for this long has ended. */
  sessionIdleMs: number;
  secondFactor: SecondFactorDuty;
  /** Whether strangers can request an account; the operator decides on each. */
  isSignUpOpen: boolean;
  /** The operator's contact, as `mailto:` or `https:`; null for none. */
  operatorContact: string | null;
}

type Environment = Record<string, string | undefined>;

/** Throws an error that names the invalid setting. */
export function readPeople(env: Environment): PeopleConfig {
  const { SESSION_IDLE_HOURS: hours = '24', SECOND_FACTOR: duty = 'optional' } = env;
  if (!/^[1-9]\d{0,2}$/.test(hours) || Number(hours) > 336) {
    throw new Error(`SESSION_IDLE_HOURS must be a number of hours from 1 to 336, not "${hours}".`);
  }
  const secondFactor = SECOND_FACTOR_DUTIES.find((one) => one === duty);
  if (!secondFactor) throw new Error(`SECOND_FACTOR must be one of ${SECOND_FACTOR_DUTIES.join(', ')}, not "${duty}".`);
  return { sessionIdleMs: Number(hours) * HOUR_MS, secondFactor, isSignUpOpen: readSignUp(env), operatorContact: readContact(env) };
}

/** Sign-up verifies addresses by mail, so it needs mail. */
function readSignUp({ SIGN_UP: signUp = 'off', SMTP_URL: smtpUrl }: Environment): boolean {
  if (!['on', 'off'].includes(signUp)) throw new Error(`SIGN_UP must be on or off, not "${signUp}".`);
  if (signUp === 'on' && !smtpUrl)
    throw new Error('SIGN_UP needs SMTP_URL and MAIL_FROM: people who sign up confirm their address by email.');
  return signUp === 'on';
}

function readContact({ OPERATOR_CONTACT: contact }: Environment): string | null {
  if (!contact) return null;
  if (/^[^\s@<>",;:?&]+@[^\s@<>",;:?&]+$/.test(contact)) return `mailto:${contact}`;
  const url = URL.parse(contact);
  if (url?.protocol === 'https:' && !url.username && !url.password) return url.href;
  throw new Error('OPERATOR_CONTACT must be an email address or an https:// URL, such as help@example.org.');
}
