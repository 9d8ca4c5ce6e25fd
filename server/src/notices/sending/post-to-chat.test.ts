import { expect, it } from 'vitest';
import { type ChatMessage, forDiscord, forTelegram } from './post-to-chat.ts';

const PAGE = 'https://posts.example.org/approvals';

/** This many items, each with 400 characters that Discord needs escaped. */
const many = (total: number): ChatMessage => ({
  title: `${total} posts wait for your decision`,
  lines: Array.from({ length: total }, (_, number) => ({ text: '_'.repeat(400), label: 'Look', url: `${PAGE}/${number}` })),
  total,
  more: (count) => `… and ${count} more`,
  url: PAGE,
});

it('counts the items that did not fit, and omits no others', () => {
  const { content } = forDiscord(many(8)) as { content: string };
  expect(content.length).toBeLessThanOrEqual(2_000);
  expect(content.split('\n').filter((line) => !line.startsWith('\\_'))).toEqual([
    '8 posts wait for your decision',
    `[Look](<${PAGE}/0>)`,
    `[Look](<${PAGE}/1>)`,
    `[… and 6 more](<${PAGE}>)`,
  ]);
});

it('lists everything if there is room, without a count', () => {
  const { text } = forTelegram(many(8)) as { text: string };
  expect(text.match(/Look: /g)).toHaveLength(8);
  expect(text).not.toContain('more');
});
