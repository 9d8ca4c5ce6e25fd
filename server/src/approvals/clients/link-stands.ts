/**
 * SQL condition for a link `l`: its creator is still an owner, and its address belongs to no member of the account.
 * Members decide in the console: a link would give them a second vote, and one on their own content.
 */
export const LINK_STANDS = `l.revoked_at is null
  and exists (select from memberships m where m.user_id = l.created_by_user_id and m.account_id = l.account_id and m.role = 'owner')
  and not exists (
    select from memberships m join users u on u.id = m.user_id where m.account_id = l.account_id and u.email = l.email)`;
