import type { Context } from '../../context.ts';
import type { Recipient } from '../mail/mail-message.ts';
import type { NoticeKind } from './notice.entity.ts';

/** How a notice goes out by mail: its subject, and the page of the console that has more. */
export const NOTICE_MAILS: Record<NoticeKind, { subject: string; page: string; label: string }> = {
  access_granted: { subject: 'An agent was let in', page: '/agents', label: 'Look at the agents' },
  access_reused: { subject: 'An agent’s access was ended', page: '/agents', label: 'Look at the agents' },
  access_ended: { subject: 'An agent’s access was ended', page: '/agents', label: 'Look at the agents' },
  key_rotated: { subject: 'An agent has a new key', page: '/agents', label: 'Look at the agents' },
  member_joined: { subject: 'Somebody has joined', page: '/settings/members', label: 'Look at the members' },
  member_left: { subject: 'Somebody is no longer a member', page: '/settings/members', label: 'Look at the members' },
  second_factor_reset: { subject: 'Your second factor was reset', page: '/settings/security', label: 'Set up a new one' },
  credits_low: { subject: 'Credits are running low', page: '/credits', label: 'Look at the credits' },
  credits_bought: { subject: 'Credits were bought', page: '/credits', label: 'Look at the credits' },
  payment_reversed: { subject: 'About a payment for credits', page: '/credits', label: 'Look at the credits' },
};

/** The owners of an account, who are told what happens in it. */
export async function findOwners(ctx: Context, accountId: string): Promise<Recipient[]> {
  return ctx.em.execute<Recipient[]>(
    `select u.name, u.email from memberships m join users u on u.id = m.user_id
      where m.account_id = ? and m.role = 'owner' order by u.id`,
    [accountId],
  );
}
