/**
 * As a condition beside a link `l`: whoever answers for the address is an owner now, and nobody of the account is behind it. A
 * member decides at the desk, as themselves: by a link they would have a second vote, and one on their own words.
 */
export const LINK_STANDS = `l.revoked_at is null
  and exists (select from memberships m where m.user_id = l.created_by_user_id and m.account_id = l.account_id and m.role = 'owner')
  and not exists (
    select from memberships m join users u on u.id = m.user_id where m.account_id = l.account_id and u.email = l.email)`;
