import type { Sentence } from '../languages/sentence.ts';

/** A notice as programs read it: in English. */
export type EnglishNotice = Omit<Notice, 'message'> & { message: string };

export const noticeInEnglish = ({ message, ...notice }: Notice): EnglishNotice => ({ ...notice, message: String(message) });

/** A stretch of the source text that a post leaves out. */
export interface NoticeOmission {
  text: string;
  reason: string;
  /** UTF-16 units in the source text. */
  start: number;
  end: number;
}

/** Information about a request that succeeded differently than requested. */
export interface Notice {
  code:
    | 'approval_still_required'
    | 'nothing_to_publish'
    | 'persons_words_kept'
    | 'model_unavailable'
    | 'model_words_refused'
    | 'model_budget_spent'
    | 'language_not_followed'
    | 'tone_not_followed'
    | 'link_card_missing'
    | 'link_card_without_picture'
    | 'mention_not_linked'
    | 'left_out'
    | 'shortened'
    | 'needs_person';
  message: Sentence;
  /** The platform concerned; absent where it is about the whole request. */
  platform?: string;
  /** With `left_out` and `needs_person`: the parts of the source that the post omits, with their positions. */
  omissions?: NoticeOmission[];
}
