import type { Outbound } from '../../outbound/outbound.ts';
import { createConnector } from '../connector.ts';
import { signedImages } from '../images/signed-images.ts';
import type { NetworkRules } from '../network-rules.ts';
import type { ConnectField, JsonObject, Platform } from '../platform.ts';
import type { PostExtras, PostWords } from '../text/read-words.ts';
import { storableText } from '../text/storable-text.ts';
import { identifyOnLemmy } from './identify-on-lemmy.ts';
import { readRefusal } from './lemmy-api.ts';
import { findOnLemmy, publishToLemmy } from './publish-to-lemmy.ts';

const FIELDS: ConnectField[] = [
  {
    name: 'server',
    label: 'Server',
    help: 'The address of the server that the account lives on.',
    placeholder: 'lemmy.world',
    isSecret: false,
  },
  { name: 'username', label: 'User name', help: 'The account’s name there, without the server.', isSecret: false },
  {
    name: 'password',
    label: 'Password',
    help: 'Used once for signing in, and not stored: the session is.',
    isSecret: true,
    isOptional: true,
  },
  {
    name: 'code',
    label: 'Two-factor code',
    help: 'The current code, if the account has two-factor authentication.',
    isSecret: true,
    isOptional: true,
  },
  {
    name: 'community',
    label: 'Community',
    help: 'Where posts are published; with its server if it is on another one.',
    placeholder: 'harbour@lemmy.world',
    isSecret: false,
  },
];

/**
 * One community of Lemmy, by API version 3 of 0.19 and version 4 of 1.0. Askable: the account's own posts are listed
 * from the server's database; Lemmy has no idempotency key, and publishes a repeated request twice.
 */
export function createLemmyPlatform(network: NetworkRules, outbound: Outbound): Platform {
  return createConnector({
    network,
    outbound,
    isServerNamed: true,
    duplicateClass: 'askable',
    settlesWithinSeconds: 120,
    isFoundAnew: true,
    provenBy: 'reference stand-in',
    takesImages: 'uploaded',
    fields: FIELDS,
    kept: ['jwt', 'api', 'personId', 'communityId'],
    readRefusal,
    identify: identifyOnLemmy,
    build: buildPost,
    publish: publishToLemmy,
    find: findOnLemmy,
  });
}

function buildPost({ title, parts: [{ sent }] }: PostWords, { link, media }: PostExtras): JsonObject {
  return { name: title ?? '', body: sent, ...(link !== null && { url: storableText(link) }), ...signedImages(media) };
}
