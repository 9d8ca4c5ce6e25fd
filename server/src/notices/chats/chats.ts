import { requirePerson } from '../../access/authorise.ts';
import { requireRecentSignIn } from '../../access/sessions/require-recent-sign-in.ts';
import type { Context } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { tables } from '../../db/tables.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { say } from '../../languages/sentence.ts';
import { newId } from '../../new-id.ts';
import { OutboundFault } from '../../outbound/outbound-fault.ts';
import { type AddChatInput, readChatAddress } from './chat-address.ts';
import { type ChatKind, chatPlace, NoticeChat } from './notice-chat.entity.ts';

const MOST = 10;

/** A chat as its person sees it: never where it is written to. */
export interface NoticeChatView {
  id: string;
  kind: ChatKind;
  name: string;
  createdAt: Date;
  stoppedAt: Date | null;
}

/** The person's chats, oldest first. */
export async function listChats(ctx: Context): Promise<NoticeChatView[]> {
  const { userId } = requirePerson(ctx);
  const rows = await query(
    ctx.em,
    tables
      .selectFrom('notice_chats')
      .select(['id', 'kind', 'name', 'created_at', 'stopped_at'])
      .where('user_id', '=', userId)
      .orderBy('id'),
  );
  return rows.map(({ created_at: createdAt, stopped_at: stoppedAt, ...row }) => ({
    ...row,
    createdAt: new Date(createdAt),
    stoppedAt: stoppedAt === null ? null : new Date(stoppedAt),
  }));
}

/** Checks whether a webhook may be called, without connecting. Outside of transactions, as it resolves names. */
export async function checkChatAddress(ctx: Context, input: AddChatInput): Promise<void> {
  requirePerson(ctx);
  const { secret } = readChatAddress(input);
  if (input.kind === 'telegram') return;
  try {
    await ctx.outbound.check(secret);
  } catch (error) {
    if (error instanceof OutboundFault) throw new DomainError('address_refused', { message: error.words });
    throw error;
  }
}

/** Adds a chat for notifications; adding the same chat again re-enables it. Needs a recent sign-in. */
export async function addChat(ctx: Context, input: AddChatInput): Promise<void> {
  assertTransaction(ctx);
  const { userId } = await requireRecentSignIn(ctx);
  const { name, ...address } = readChatAddress(input);
  const { kind } = input;
  const id = newId('cht');
  await query(ctx.em, tables.selectFrom('users').select('id').where('id', '=', userId).forUpdate());
  const addressHash = ctx.sealer.hash('notice-chat', `${userId} ${kind} ${address.secret} ${address.chatId ?? ''}`);
  const others = await ctx.em.count(NoticeChat, { userId, addressHash: { $ne: addressHash } });
  if (others >= MOST)
    throw new DomainError('invalid_state', { message: say`You already have ${MOST} chats for notifications; remove one first.` });
  await query(
    ctx.em,
    tables
      .insertInto('notice_chats')
      .values({
        id,
        user_id: userId,
        kind,
        name,
        address_hash: addressHash,
        sealed_address: ctx.sealer.seal(JSON.stringify(address), chatPlace(id)),
        created_at: ctx.clock.now(),
      })
      .onConflict((on) => on.column('address_hash').doUpdateSet(({ ref }) => ({ name: ref('excluded.name'), stopped_at: null }))),
  );
}

export async function removeChat(ctx: Context, chatId: string): Promise<void> {
  assertTransaction(ctx);
  const { userId } = requirePerson(ctx);
  if ((await ctx.em.nativeDelete(NoticeChat, { id: chatId, userId })) === 0) throw new DomainError('not_found');
}
