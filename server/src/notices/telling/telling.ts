import { Notice } from '../../access/notices/notice.entity.ts';
import type { Context } from '../../context.ts';
import { keepWords } from '../../languages/kept-sentence.ts';
import type { Words } from '../../languages/sentence.ts';
import { newId } from '../../new-id.ts';

/** What one person is to be told. */
export type Telling = Pick<Notice, 'accountId' | 'workspaceId' | 'userId' | 'kind' | 'subjectId'> & { message: Words };

/** Writes them down; the next round sees to mail and push. */
export async function keepNotices(tx: Context, tellings: readonly Telling[]): Promise<void> {
  const createdAt = tx.clock.now();
  if (tellings.length > 0)
    await tx.em.insertMany(
      Notice,
      tellings.map(({ message, ...about }) => ({ id: newId('ntc'), ...about, ...keepWords(message), createdAt })),
    );
}
