import { type Sentence, say } from '../../languages/sentence.ts';
import { toStoredMessage } from '../../languages/stored-message.ts';
import { spendWork } from '../../long-work/work-budget.ts';
import { mentionedKeys } from '../../platforms/nostr/publish-to-nostr.ts';
import { LINKED_WORDS } from '../../platforms/vk/vk-rules.ts';
import type { SafetyPost, TextFinding } from '../safety-finding.ts';

/** A mention as people write it: with its server, or with a domain as the handle. */
const NAME = /(?<![\p{L}\p{N}_@./-])@[A-Za-z0-9_][A-Za-z0-9_.-]*(?:@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)?/gu;
/** Bluesky's handles are domains; these suffixes are common in account names and in no words. */
const DOMAIN = /\.(?:social|com|org|net|dev|app|io|blog|info|eu|uk|de|fr|es|pt|br|nl|it|ch|at|be|ca|au|jp|example)$/i;
/** How page posts mention another page by its number (developers.facebook.com, Page Mentioning). */
const PAGE_NUMBER = /@\[(\d+)(?::[^\]\n]{0,200})?\]/g;
/** How a network names an account by its own id within a text, with other words for it. */
const WITH_ITS_ID: Readonly<Record<string, RegExp>> = { facebook: PAGE_NUMBER, vk: LINKED_WORDS };
/** A Nostr key without the scheme that makes it a mention (NIP-27). */
const BARE_KEY = /(?<![\p{L}\p{N}_/:])@?(?:npub1|nprofile1)[ac-hj-np-z02-9]{20,500}(?![\p{L}\p{N}_])/giu;

const PASSES = 3;

/** Handles in the form of another network, which would mention a stranger's account or none on this one. */
export function findForeignNames({ platform, text, mentions = [] }: SafetyPost): TextFinding[] {
  spendWork(PASSES * text.length);
  if (platform === 'nostr') return [...bareKeys(text), ...brokenKeys(text, mentions)];
  const byId = WITH_ITS_ID[platform ?? ''];
  const pages = byId ? [...text.matchAll(byId)] : [];
  return [
    ...pages.map(({ 0: written, 1: id, 2: name = '', index }) => finding(calls(written, id ?? name), index, written.length)),
    ...[...text.matchAll(NAME)].flatMap(({ 0: found, index }) => {
      const written = found.replace(/[.-]+$/, '');
      const called = mentions.find(({ start }) => start === index);
      if (!called) return [];
      const read = text.slice(called.start, called.end);
      const isCut = read.length < written.length;
      if (!isCut && (platform === 'bluesky' || !DOMAIN.test(written) || written.includes('@', 1))) return [];
      return [finding(calls(written, read), index, written.length)];
    }),
  ];
}

const calls = (written: string, called: string): Sentence =>
  say`This network reads "${written}" as its own account "${called}", which may be a stranger's. Write the name that the account has here, or leave out the "@".`;

const isNoMention = (written: string): Sentence =>
  say`"${shortened(written)}" mentions no account here. Write "nostr:" followed by the account's key, which begins with npub1.`;

const shortened = (key: string): string => (key.length > 24 ? `${key.slice(0, 24)}…` : key);

const bareKeys = (text: string): TextFinding[] =>
  [...text.matchAll(BARE_KEY)].map(({ 0: written, index }) => finding(isNoMention(written), index, written.length));

/** Keys with a wrong checksum. */
const brokenKeys = (text: string, mentions: NonNullable<SafetyPost['mentions']>): TextFinding[] =>
  mentions.flatMap(({ start, end }) => {
    const written = text.slice(start, end);
    return mentionedKeys([{ kind: 'mention', target: written }]).length > 0 ? [] : [finding(isNoMention(written), start, written.length)];
  });

function finding(message: Sentence, start: number, length: number): TextFinding {
  return { check: 'foreign_name', severity: 'warn', ...toStoredMessage(message), span: { start, end: start + length } };
}
