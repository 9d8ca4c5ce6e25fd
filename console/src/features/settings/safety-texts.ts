import type { SafetyCheck } from '../../gql/graphql.ts';

/** What each safety check looks for, and what it does by default. */
export const SAFETY_CHECKS = {
  LEAKED_CREDENTIAL: { name: 'Keys and passwords', what: 'What looks like a key, a token or a password.', usual: 'stop.' },
  PRIVATE_LINK: {
    name: 'Links that readers cannot open',
    what: 'Addresses in a private network or on one’s own machine.',
    usual: 'a private network stops, one’s own machine warns.',
  },
  LINK_WITH_PASSWORD: { name: 'Links with a password in them', what: 'Such as https://user:password@example.org.', usual: 'stop.' },
  LOOKALIKE_LINK: {
    name: 'Links that pretend',
    what: 'Addresses in look-alike letters, or nearly those of a well-known site.',
    usual: 'look-alike letters stop, a name that is nearly another warns.',
  },
  UNCLEAR_LINK: {
    name: 'Links that say little',
    what: 'Shorteners, addresses of numbers alone, and copies of a site that are not meant for the public.',
    usual: 'warn.',
  },
  DENIED_HOST: { name: 'Denied links', what: 'The hosts below.', usual: 'stop.' },
  BLOCKED_TERM: { name: 'Blocked words', what: 'The words and phrases below.', usual: 'stop.' },
  HIDDEN_CHARACTERS: {
    name: 'Hidden characters',
    what: 'Invisible characters, characters that reverse the text direction, and lookalike letters.',
    usual: 'hidden text and reversed lines stop, the rest warns.',
  },
  LEFTOVER: {
    name: 'Left over from writing',
    what: 'Open templates such as {{first_name}}, notes, a machine’s words about itself, marks such as EMBARGOED.',
    usual: 'stop; notes such as TODO warn.',
  },
  PERSONAL_DATA: {
    name: 'Personal data',
    what: 'E-mail and home addresses, telephone numbers, dates of birth, bank accounts, cards, numbers of a state.',
    usual: 'card numbers stop, the rest warns.',
  },
  PROFANITY: { name: 'Offensive words', what: 'Words that many readers take offence at, in some thirty languages.', usual: 'warn.' },
  UNPROVEN_CLAIM: {
    name: 'Claims that need proof',
    what: 'Promises of health, money or success, such as “guaranteed”.',
    usual: 'warn.',
  },
  ASKS_FOR_SECRETS: {
    name: 'Asking for secrets',
    what: 'Requests to readers for card numbers, passwords or codes, as in fraud.',
    usual: 'warn.',
  },
  MENTION_STUFFING: { name: 'Many mentions', what: 'Too many mentions.', usual: 'warn; three times as many stop.' },
  FOREIGN_NAME: {
    name: 'Names from another network',
    what: 'Such as @name.bsky.social or @name@server: here they call another account, or none.',
    usual: 'warn.',
  },
  TAG_STUFFING: { name: 'Many tags', what: 'Too many tags.', usual: 'warn; three times as many stop.' },
  REPEATED_TEXT: { name: 'The same text again', what: 'To the same account, within the days below.', usual: 'warn.' },
  UNDISCLOSED_AI: {
    name: 'Machine-written without saying so',
    what: 'Words that no person wrote, without the disclosure below. Looked for once there is one.',
    usual: 'stop.',
  },
  DIFFERS_FROM_SOURCE: {
    name: 'Different from the source',
    what: 'A language model’s words that may say something else than their source: a changed “not”, a number in another place, an added name.',
    usual: 'warn.',
  },
  MODERATION_HATE: {
    name: 'Hate',
    what: 'Against groups of people. Found by the moderation service, where the operator has set one up.',
    usual: 'warn.',
  },
  MODERATION_HARASSMENT: {
    name: 'Harassment',
    what: 'Against single people. Found by the moderation service, where the operator has set one up.',
    usual: 'warn.',
  },
  MODERATION_THREAT: {
    name: 'Threats',
    what: 'Threats, and instructions for violent crimes. Found by the moderation service, where the operator has set one up.',
    usual: 'stop.',
  },
  MODERATION_VIOLENCE: {
    name: 'Violence',
    what: 'Violence, also shown drastically. Found by the moderation service, where the operator has set one up.',
    usual: 'warn.',
  },
  MODERATION_SELF_HARM: {
    name: 'Self-harm',
    what: 'Praise, intent or instructions. Found by the moderation service, where the operator has set one up.',
    usual: 'warn.',
  },
  MODERATION_SEXUAL: {
    name: 'Sexual content',
    what: 'Texts and pictures. Found by the moderation service, where the operator has set one up.',
    usual: 'warn.',
  },
  MODERATION_MINORS: {
    name: 'Minors',
    what: 'Sexual content about minors. Found by the moderation service, where the operator has set one up.',
    usual: 'stop.',
  },
  MODERATION_ILLICIT: {
    name: 'Crime',
    what: 'Instructions for crimes without violence. Found by the moderation service, where the operator has set one up.',
    usual: 'warn.',
  },
  MODERATION_OTHER: {
    name: 'Other findings of moderation',
    what: 'Any other category of the service. Found by the moderation service, where the operator has set one up.',
    usual: 'warn.',
  },
  NOT_MODERATED: {
    name: 'Not checked by moderation',
    what: 'What the service could not check. Your operator may block it for all workspaces.',
    usual: 'warn.',
  },
} satisfies Record<SafetyCheck, { name: string; what: string; usual: string }>;
