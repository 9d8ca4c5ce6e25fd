/**
 * What WordPress interprets in a text before it serves it: HTML, shortcodes (`do_shortcode`), smilies
 * (`convert_smilies`), typography (`wptexturize`) and its own name (`capital_P_dangit`). Numeric entities prevent all
 * of it.
 */
const READ_BY_WORDPRESS =
  /[&<>"'`[\]]|(?<=-)-|(?<=\.)\.|(?<=\d)x(?=\d)|(?<=\()t(?=m\))|(?<=(?:^|\s)>?)[:;](?=\S)|(?<=(?:^|\s))8(?=-?[)O])|(?<=Word)p(?=ress)/g;

/** WordPress strips tags and percent signs of encoded bytes from descriptions (`sanitize_text_field`). */
const READ_IN_DESCRIPTIONS = /[&<>]|%(?=[0-9a-f]{2})/gi;

const asEntity = (sign: string): string => `&#${sign.charCodeAt(0)};`;

/** The text as HTML for a title, a body or an attribute, of which readers are served exactly the text. */
export const wordpressText = (text: string): string => text.replaceAll(READ_BY_WORDPRESS, asEntity);

/** The text for an image's `alt_text`. */
export const wordpressDescription = (text: string): string => text.replaceAll(READ_IN_DESCRIPTIONS, asEntity);
