/** Something the caller should know about a request that succeeded in another way than asked. */
export interface Notice {
  code:
    | 'approval_still_required'
    | 'persons_words_kept'
    | 'model_unavailable'
    | 'model_words_refused'
    | 'model_budget_spent'
    | 'language_basic'
    | 'language_not_followed'
    | 'tone_not_followed'
    | 'link_card_missing'
    | 'mention_not_linked';
  message: string;
}
