import { IntlMessageFormat } from 'intl-messageformat';
import { loadAhead } from '../load-ahead.ts';
import { LANGUAGES, type Language } from './language.ts';
import { fill, Grouped, LanguageName, type LocalizedMessage, LocalTime, Sentence, type Value } from './sentence.ts';

/** Translates a message into one language; without a translation it stays English. */
export type Translate = (words: LocalizedMessage) => string;

/** The text in the sources. */
export const inEnglish: Translate = String;

/** A name as its owner writes it, or the translated placeholder for an unknown one ("Somebody"). */
export const localizeName = (name: LocalizedMessage, translate: Translate): string => (name instanceof Sentence ? translate(name) : name);

/**
 * The messages of one language (`de.json`): an ICU message for each English text, with the same numbered arguments.
 * A plural is chosen by `{count, plural, …}`, the first number of the message. A test checks that every message is
 * translated into every language, and that no translation is unused.
 */
export type Catalogue = Readonly<Record<string, string>>;

/** Loaded ahead: mails are written in the recipient's language inside a transaction. */
const CATALOGUES: Record<Exclude<Language, 'en'>, () => Promise<{ default: Catalogue }>> = {
  de: loadAhead(() => import('./de.json', { with: { type: 'json' } })),
  fr: loadAhead(() => import('./fr.json', { with: { type: 'json' } })),
  es: loadAhead(() => import('./es.json', { with: { type: 'json' } })),
  pt: loadAhead(() => import('./pt.json', { with: { type: 'json' } })),
  ar: loadAhead(() => import('./ar.json', { with: { type: 'json' } })),
};

/**
 * Sentences of earlier releases that rows still contain, and what they are called now: a sentence that is stored gets a line
 * here when its words change. All of 0.5.0 to 0.7.0.
 */
export const FORMER_SENTENCES: Readonly<Record<string, string>> = {
  '{1} lets no program edit a published post.': 'Published posts on {1} cannot be edited from here.',
  '{1} lets no program remove this post.': 'Posts on {1} cannot be removed from here.',
  'a webhook cannot reply to a message.': 'comments on Discord are not supported yet.',
  'It answered 410: it wants nothing more.': 'It responded with 410: it no longer accepts messages.',
  'It answered that it wants nothing more.': 'It responded that it no longer accepts messages.',
  'It answered {1}.': 'It responded with {1}.',
  'It has taken nothing for three days.': 'It has accepted nothing for three days.',
  'The access that this endpoint belongs to has ended.': 'The grant that this endpoint belongs to has ended.',
  'The account may not post to the blog any more.': 'The account may no longer post to the blog.',
  'The network has no such post any more.': 'The network no longer has this post.',
  'The sandbox does not accept the credentials any more.': 'The sandbox no longer accepts the credentials.',
  'the agent has no access any more': 'the agent no longer has access',
  '{1} does not let the service in any more.': '{1} no longer accepts the service’s access.',
  'It did not send the challenge back.': 'Its response did not contain the challenge.',
  'Nothing is to be done: it is tried again automatically.': 'No action is needed; it is retried automatically.',
  'Nothing is to be done: the platform is asked whether it was published. Do not post it again meanwhile.':
    'No action is needed; the network is asked whether it was published. Do not post it again meanwhile.',
  'Nothing is to be done; it goes on by itself once the operator resumes the service.':
    'No action is needed; publishing continues when the operator resumes the service.',
  'Nothing is to be done; it starts by itself.': 'No action is needed; it starts automatically.',
  'A person has said no to these words before.': 'A person has rejected this text before.',
  'It says that it was approved, and a signature that this needs is not there or does not hold.':
    'It is marked as approved, but a required signature is missing or invalid.',
  'It does not go out by {1}: {2}.': '{1} does not cover it: {2}.',
  'People are asked instead; an owner or approver of the account decides.':
    'It needs an approval instead; an owner or approver of the account decides.',
  'An owner of the account resumes it; then it goes on by itself.':
    'An owner of the account resumes it; publishing then continues automatically.',
  'It goes on by itself on {1}, or as soon as an owner of the account raises the monthly budget under Credits.':
    'It continues automatically on {1}, or as soon as an owner of the account raises the monthly budget under Credits.',
  '{1} was left out, so that the rest goes on.': '{1} was left out so the rest can be published.',
  '{1} lets us in as {2} no more. What goes there waits until the account is connected again.':
    '{1} no longer accepts our access as {2}. Posts to it wait until the account is reconnected.',
  '{1} of {2} posts of one kind by {3} were approved as they were. You can let such posts go out by themselves, within limits.':
    '{1} of {2} posts of one kind by {3} were approved without changes. You can have such posts published automatically, within limits.',
  'its interface lets no program write comments.': 'its API does not support comments.',
  'The sandbox takes no more posts for now.': 'The sandbox accepts no further posts for now.',
  '{1} takes no more posts of {2} for now: its own limit is reached.':
    '{1} accepts no further posts from {2} for now: its own limit is reached.',
  '{1} takes no more posts of {2} before {3}: its own limit is reached.':
    '{1} accepts no further posts from {2} before {3}: its own limit is reached.',
  '{1} does not let this service in at present. Nothing is wrong with {2}.':
    '{1} is currently rejecting this service. Nothing is wrong with {2}.',
  '{1} does not let this service in at present. Nothing is wrong with {2}; it is tried again at {3}.':
    '{1} is currently rejecting this service. Nothing is wrong with {2}; it is retried at {3}.',
  'Keep the title as it was: {1}': 'Keep the original title: {1}',
  'The post on {1} could not be changed, and stays as it was: {2}.': 'The edit of the post on {1} failed; the post is unchanged: {2}.',
  'This address hides where it leads. Use the address itself: networks shorten it by themselves.':
    'This address hides where it leads. Use the full address: networks shorten it automatically.',
  '"{1}" is no tag: a tag has a letter in it, no comma and no number sign.':
    '"{1}" is not a tag: a tag has a letter in it, no comma and no number sign.',
  '"{1}" is no tag: a tag has a letter in it, no space and no number sign.':
    '"{1}" is not a tag: a tag has a letter in it, no space and no number sign.',
  '"{1}" is no tag: here a tag has letters and digits only.': '"{1}" is not a tag: here a tag has letters and digits only.',
  'is no setting there: the platform has none.': 'is not a setting there: the platform has none.',
  'is no setting there; the settings are {1}.': 'is not a setting there; the settings are {1}.',
  'The address leads to something that is no web page.': 'The address does not lead to a web page.',
  'This is no address, or it leads to something that is none.': 'This is not a valid address, or it leads to one that is not.',
  '{1} wants the picture put at something that is no address.': '{1} gave an invalid address for uploading the picture.',
  '{1} lets no program change the title of a published post.': 'The API of {1} cannot change the title of a published post.',
  'r/{1} lets this account choose no flair.': 'r/{1} does not let this account choose a flair.',
  'Telegram lets no bot remove an album as a whole. Remove it there.':
    'Telegram does not allow bots to remove a whole album. Remove it there.',
  '{1} credits of a payment that was given back: {2} taken, {3} were used already.':
    '{1} credits of a refunded payment: {2} deducted, {3} had already been used.',
  '{1} credits of a payment that was given back: {2} taken.': '{1} credits of a refunded payment: {2} deducted.',
  '{1} gave its access back.': '{1} gave up its access.',
  'The access of {1} was ended: its authorization code was used a second time. Let it ask again.':
    'The access of {1} was ended: its authorization code was used a second time. It must request access again.',
  'The moderation service finds {1} here. Read it again before it goes out.':
    'The moderation service finds {1} here. Read it again before it is published.',
  'The draft goes nowhere: it names no platform.': 'The draft names no platform.',
  'An owner of the account takes it back into use, and resumes it.': 'An owner of the account restores and resumes it.',
  'It responded that it accepts no more messages.': 'It responded that it no longer accepts messages.',
  'It responded with 410: it accepts no more messages.': 'It responded with 410: it no longer accepts messages.',
  'Google takes no videos in posts that a program sends.': 'Google does not accept videos in posts that are sent through its API.',
  '{1} shows no animated pictures that a program sends.': '{1} does not show animated pictures that are sent through its API.',
  '{1} does not show programs what a post says.': 'The API of {1} does not return the text of posts.',
  'Slack does not tell programs which message shares pictures.': 'Slack’s API does not say which message shares pictures.',
  '{1} takes no first comment under a post with pictures: it does not tell which message they became.':
    '{1} takes no first comment under a post with pictures: its API does not say which message they became.',
  'The title "{1}" is too short; {2} wants at least {3} characters.': 'The title "{1}" is too short; {2} requires at least {3} characters.',
  'The address leads from one to the next without end.': 'The address redirects without end.',
  '{1} would publish "{2}" otherwise than it is written.': '{1} would publish "{2}" differently from how it is written.',
  'Take {1} out of the draft, and carry its words over by hand.': 'Remove {1} from the draft, and copy its text there by hand.',
  'Take the platform out of the draft.': 'Remove the network from the draft.',
  'The worker went silent while it was sending.': 'The worker stopped responding while it was sending.',
  'It broke off before it answered.': 'The connection ended before it responded.',
  'others than that agent have written it': 'someone other than that agent wrote parts of it',
  'The dispute of a payment was closed in your favour; the payment stays.':
    'The dispute about a payment is closed. The payment was not reversed, and its credits remain.',
  'One of its posts was rejected.': 'One of its posts was rejected or cancelled.',
  '{1} put {2} on hold: “{3}” It is published once a person releases it.':
    '{1} put {2} on hold: “{3}”. Nothing of it is published until a person releases it.',
  'It changed after your review: {1} waits again.': '{1} changed after your review and needs your decision again.',
  'Credits for publications with an approval are running low: {1} left. Without any, what is approved waits.':
    'Credits for posts you approve are running low: {1} left. Without credits, approved posts are not published.',
  'Credits for autopostings are running low: {1} left. Without any, what is approved waits.':
    'Credits for posts published automatically are running low: {1} left. Without credits, posts are not published.',
  '{1} restored {2}. Nothing is published there until an owner resumes it.':
    '{1} restored {2}. Nothing is published there until an owner resumes publishing.',
  '“{1}” is approved and cannot go out yet. {2} {3}': '“{1}” is approved and cannot be published yet. {2} {3}',
  'It is unknown whether this was published, and the platform cannot tell. A person must check.':
    'It is unknown whether this was published, and the network cannot tell. A person must check.',
  'No action is needed; the platform is asked whether it was published. Do not post it again meanwhile.':
    'No action is needed; the network is asked whether it was published. Do not post it again meanwhile.',
  'The platform refuses this post, for the reason given. Change the draft, then submit it again.':
    'The network refuses this post, for the reason given. Change the draft, then submit it again.',
  'The platform refuses this post, for the reason given. Create a new draft for this platform in which that is changed.':
    'The network refuses this post, for the reason given. Create a new draft for this network in which that is changed.',
  'The platform reports that nothing was published.': 'The network reports that nothing was published.',
  'The service was restored from a backup of {1}, and it is unknown whether this was published after it. The platform is queried.':
    'The service was restored from a backup of {1}, and it is unknown whether this was published after it. The network is queried.',
  'Remove the platform from the draft.': 'Remove the network from the draft.',
  'The service no longer has a platform {1}.': 'The service no longer has a network {1}.',
  'It will be published as soon as the other gates pass.': 'It will be published as soon as all other conditions are met.',
};

const translators = new Map<Language, Promise<Translate>>();

/** Created once per language: number formats and plural rules take most of the time. */
export async function translateTo(language: Language): Promise<Translate> {
  if (language === 'en') return inPersonsEnglish;
  const known = translators.get(language) ?? CATALOGUES[language]().then((catalogue) => translator(language, catalogue.default));
  translators.set(language, known);
  return known;
}

export function translator(language: Language, catalogue: Catalogue): Translate {
  const locale = LANGUAGES[language];
  const { format: number } = new Intl.NumberFormat(locale);
  const messages = new Map<string, IntlMessageFormat>();

  function translate(words: LocalizedMessage): string {
    const [key, values] = words instanceof Sentence ? [words.key, words.values] : [words, []];
    const shown = values.map(show);
    const message = messageOf(key) ?? messageOf(FORMER_SENTENCES[key] ?? key);
    if (!message) return fill(key, shown);
    const numbered = shown.map((value, index) => [index + 1, value]);
    return String(message.format({ ...Object.fromEntries(numbered), count: values.map(quantityOf).find(Number.isFinite) ?? 0 }));
  }

  /** Parsed when first used. */
  function messageOf(key: string): IntlMessageFormat | undefined {
    if (!Object.hasOwn(catalogue, key)) return undefined;
    // The texts are not markup: "<API key>" is what is to be read.
    const message = messages.get(key) ?? new IntlMessageFormat(catalogue[key] ?? '', locale, undefined, { ignoreTag: true });
    messages.set(key, message);
    return message;
  }

  function show(value: Value): string {
    const quantity = quantityOf(value);
    if (quantity !== undefined) return number(quantity);
    if (value instanceof LocalTime || value instanceof LanguageName) return value.in(language);
    // A name or a person's own text stays as it is; to have it translated, pass a message.
    if (value instanceof Sentence) return translate(value);
    return language === 'ar' ? String(value) : isolated(String(value));
  }

  return translate;
}

/** English on a screen or in a mail: what is stored and what programs read has no marks of direction. */
const inPersonsEnglish: Translate = (words) =>
  words instanceof Sentence
    ? fill(
        FORMER_SENTENCES[words.key] ?? words.key,
        words.values.map((value) => (value instanceof Sentence ? inPersonsEnglish(value) : isolated(String(value)))),
      )
    : (FORMER_SENTENCES[words] ?? words);

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** A cut title, "…" at its end: within text from left to right its own signs would be moved to the other end. */
const SIGNED_AT_AN_END = /^[^\p{L}\p{N}]|[^\p{L}\p{M}\p{N}]$/u;

/** Words that run from right to left keep their signs (first strong isolate, UAX #9). */
function isolated(text: string): string {
  return RIGHT_TO_LEFT.test(text) && SIGNED_AT_AN_END.test(text) ? `\u2068${text}\u2069` : text;
}

function quantityOf(value: Value): number | undefined {
  if (value instanceof Grouped) return value.quantity;
  return typeof value === 'number' ? value : undefined;
}
