import type { KeptWords } from '../../languages/kept-sentence.ts';

/**
 * What is compared of a post, by field: `text`, `title`, `links`, `names`, `pictures`, `alt_texts`; of the further
 * posts of a thread `posts/1/text` and so on. Only fields that the network reports are in it.
 */
export type ComparedFields = Readonly<Record<string, string>>;

/** What was found where a published post should be. */
export type ReadBack =
  | {
      kind: 'found';
      /** `public`: without signing in, as any reader. `account`: with the account's own credentials. */
      seenBy: 'public' | 'account';
      /** The fields as they were signed. */
      signed: ComparedFields;
      /** The same fields as they are published. */
      published: ComparedFields;
    }
  /** The network's own answer: it has no such post (any more). */
  | { kind: 'gone'; seenBy: 'public' | 'account' }
  /** It could not be read; that says nothing about the post. */
  | ({ kind: 'unreadable' } & KeptWords);

/** The platform's data of a published post. */
export interface PublishedPost {
  providerId: string;
  url: string | null;
}
