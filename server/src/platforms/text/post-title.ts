import type { NetworkRules } from '../network-rules.ts';
import type { Post } from '../platform.ts';
import { fitText } from './fit-text.ts';
import { fitsLimits, type TextLimit, textLimits } from './text-limits.ts';

/** A post on a network that shows a title apart from the text. */
export interface TitledPost {
  /** Null on a network without titles. */
  title: string | null;
  /** The text below the title. */
  body: string;
}

const SALUTATION =
  /^(?:hi|hello|hey|dear|good (?:morning|day|afternoon|evening)|greetings|hallo|liebe[rs]?|sehr geehrte[rs]?|guten (?:morgen|tag|abend)|moin|bonjour|bonsoir|chère?s?|(?:madame|monsieur|mesdames|messieurs|señor(?:a|es|as)?|muy señor(?:a|es)? (?:mí|nuestr)[oa]s?|signor[aei]?|egregi[oae]|gentil[ei]|spett\.|exm[oa]s?\.|senhor(?:a|es|as)?|geachte|beste|szanown[iyae]|pan(?:ie|i|owie)|ihr lieben|werte[rs]?)|hola|buenos días|buenas|estimad[oa]s?|querid[oa]s?|ciao|caro|cari|cara|olá|prezad[oa]s?|oi|hej|kära|cześć|witam|merhaba|привет|здравствуйте|уважаем\p{L}+|مرحبا|أهلا|السلام عليكم|こんにちは|皆さま|皆様)(?![\p{L}\p{M}])[^.?\n]{0,60}[,!:،，、！]?$/iu;

/** Also the beginning of a name, "Señor Pulpo": a salutation only with its comma or colon. */
const FORM_OF_ADDRESS = /^(?:señor|signor|senhor|monsieur|messieurs|pan(?:i|ie|owie)?(?!\p{L})|gentil|egregi|werte)/iu;

/** "Hi all," and the like, on its own line: a salutation, never a title. */
export function isSalutation(line: string): boolean {
  const written = line.replaceAll(/^[\s*_]+|[\s*_]+$/g, '');
  return (
    SALUTATION.test(written) && (/[,!:،，、！]$/u.test(written) || (written.split(/\s+/).length <= 3 && !FORM_OF_ADDRESS.test(written)))
  );
}

/**
 * The title of a post and its body. Without an explicit title, it is the first line of the text, which is then
 * removed from the body; if that is too long, its beginning.
 */
export function splitTitle(network: NetworkRules, post: Pick<Post, 'text' | 'title'>): TitledPost {
  const limits = textLimits(network.limits, 'title');
  if (limits.length === 0) return { title: null, body: post.text };
  const given = post.title?.trim();
  if (given) return { title: given, body: post.text };

  const text = post.text.trimStart();
  const [written = ''] = text.split('\n', 1);
  const rest = text.slice(written.length).trim();
  if (isSalutation(written) && rest) {
    // The following words refer to the post, and stay in the body.
    const [next = ''] = rest.split('\n', 1);
    return { title: fitText(next.slice(0, longestTitle(limits)), limits), body: post.text };
  }
  const line = written.replace(/^#{1,6} +/, '').trimEnd();
  if (!fitsLimits(line, limits)) return { title: fitText(line.slice(0, longestTitle(limits)), limits), body: post.text };
  return { title: line, body: text.slice(written.length).trim() || post.text };
}

/** Titles are only read up to the longest possible length, plus one grapheme to detect an excess. */
function longestTitle(limits: readonly TextLimit[]): number {
  return Math.min(...limits.map(({ max }) => max * 2)) + 64;
}
