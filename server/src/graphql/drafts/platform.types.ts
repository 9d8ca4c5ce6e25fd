import { Field, Int, ObjectType } from 'type-graphql';
import type { Translate } from '../../languages/translate.ts';
import { videoRulesInWords } from '../../platforms/checks/check-video.ts';
import type { ConnectField, Platform } from '../../platforms/platform.ts';
import type { GraphqlContext } from '../engine/graphql-context.ts';
import { NetworkSettingType, toNetworkSettingType } from './setting.types.ts';

@ObjectType('PlatformRule', { description: 'One limit of a platform, with where it is from.' })
export class PlatformRuleType {
  @Field(() => String, {
    description: 'What is limited, for instance `text`, `title`, `tags` (how many), `tag` (how long one is) or `thread` (how many posts).',
  })
  field!: string;

  @Field(() => Int, { description: 'The most that is allowed, in `unit`.' })
  max!: number;

  @Field(() => String, {
    description:
      '`weighted`, `graphemes`, `utf16`, `code_points`, `bytes`, `emoji_as_bytes`, `items`, `megabytes`, `seconds` or `percent`.',
  })
  unit!: string;

  @Field(() => String, { description: 'The document or package that the figure was read from.' })
  source!: string;

  @Field(() => String, { description: 'The day of that reading, as `2026-11-21`.' })
  checkedOn!: string;

  @Field(() => String, {
    description:
      '`documented`, `observed`, `conflicting` (the stricter figure counts), `operator`, or `told`: reported by the server of an account.',
  })
  confidence!: string;
}

@ObjectType('ConnectField', { description: 'One thing that a person enters to connect an account.' })
export class ConnectFieldType {
  @Field(() => String, { description: 'Its name in `credentials` or `values`.' })
  name!: string;

  @Field(() => String, { description: 'What it is called.' })
  label!: string;

  @Field(() => String, { description: 'Where to get it, or what it is good for.' })
  help!: string;

  @Field(() => Boolean, { description: 'Hidden while it is typed, sealed when it is saved, and never shown again.' })
  isMasked!: boolean;

  @Field(() => Boolean, { description: 'Whether it may be left out.' })
  isOptional!: boolean;

  @Field(() => String, { nullable: true, description: 'The default value.' })
  initial!: string | null;

  @Field(() => String, { nullable: true, description: 'An example.' })
  placeholder!: string | null;
}

@ObjectType('PlatformSignIn', { description: 'Connecting by signing in at the platform, so that no secret is entered here.' })
export class PlatformSignInType {
  @Field(() => [ConnectFieldType], { description: 'What has to be known before a person can be sent there.' })
  fields!: ConnectFieldType[];

  @Field(() => String, { nullable: true, description: 'What the operator has to set first, in a sentence; null when nothing is missing.' })
  missing!: string | null;
}

@ObjectType('Platform', { description: 'A network that words can be prepared for.' })
export class PlatformType {
  @Field(() => String, { description: 'The identifier that drafts name, for instance `bluesky`.' })
  id!: string;

  @Field(() => String, { description: 'The name that people know.' })
  label!: string;

  @Field(() => String, {
    description: 'How a second post is prevented: `idempotent`, `askable`, `guarded` or `blind` (never sent again once bytes have left).',
  })
  duplicateClass!: string;

  @Field(() => String, { description: 'How its publishing was proved: `real server`, `reference stand-in`, `sandbox` or `nothing`.' })
  provenBy!: string;

  @Field(() => String, {
    description: '`ready`, or `none yet` where the service prepares and checks words but has no connector to publish with.',
  })
  publishing!: string;

  @Field(() => Boolean, {
    description: 'Whether another service publishes there: what it reports about a post is its word, which no network has confirmed.',
  })
  isRelay!: boolean;

  @Field(() => Boolean, { description: 'Whether pictures are sent there; elsewhere a post with one does not fit.' })
  sendsImages!: boolean;

  @Field(() => Boolean, { description: 'Whether a video is sent there; elsewhere a post with one does not fit.' })
  sendsVideo!: boolean;

  @Field(() => Boolean, {
    description: 'Whether animated pictures are sent there, and shown moving; elsewhere a post with one does not fit.',
  })
  sendsAnimations!: boolean;

  @Field(() => [String], {
    description: 'What a description is published with: `image`, `video`. Of anything else none is signed, shown or sent.',
  })
  takesAltTextOf!: string[];

  @Field(() => Boolean, { description: 'Whether a document (PDF) is sent there; elsewhere a post with one does not fit.' })
  sendsDocuments!: boolean;

  @Field(() => [String], {
    description:
      'What it takes of a video, in words: length, size, shape, frame rate, file types and encodings. Empty where no video is sent.',
  })
  videoRules!: string[];

  @Field(() => String, {
    nullable: true,
    description: 'Why pictures cannot go there yet, and who can change that; null where they can, and where the platform takes none.',
  })
  imageObstacle!: string | null;

  @Field(() => [ConnectFieldType], { description: 'What a person enters to connect an account; empty where only `signIn` leads in.' })
  connectFields!: ConnectFieldType[];

  @Field(() => PlatformSignInType, { nullable: true, description: 'Null where the platform has nothing of the kind.' })
  signIn!: PlatformSignInType | null;

  @Field(() => [PlatformRuleType], { description: 'Its limits, as data.' })
  rules!: PlatformRuleType[];

  @Field(() => Boolean, { description: 'Whether `findAccounts` searches its accounts.' })
  searchesAccounts!: boolean;

  @Field(() => [NetworkSettingType], { description: 'The options of a post that only it has; they are signed with the post.' })
  settings!: NetworkSettingType[];
}

export function toPlatformType(platform: Platform, translate: Translate): PlatformType {
  const { id, label, duplicateClass, provenBy, publishing, takesImages, takesVideo, imageObstacle, rules, fields, oauth } = platform;
  const sendsImages = takesImages !== undefined && imageObstacle === undefined;
  return {
    ...{ id, label: translate(label), duplicateClass, provenBy, publishing: publishing ?? 'ready', rules: [...rules] },
    isRelay: platform.isRelay === true,
    ...{ sendsImages, imageObstacle: imageObstacle ? translate(imageObstacle) : null },
    sendsVideo: takesVideo !== undefined && !(takesVideo === 'fetched' && imageObstacle),
    sendsAnimations: platform.takesAnimations !== undefined && sendsImages,
    takesAltTextOf: [...(platform.takesAltTextOf ?? [])],
    sendsDocuments: platform.takesDocuments !== undefined,
    searchesAccounts: platform.searchAccounts !== undefined,
    videoRules: takesVideo ? videoRulesInWords(platform).map((words) => translate(words)) : [],
    settings: platform.settings.map((setting) => toNetworkSettingType(setting, translate)),
    connectFields: fields.map((field) => toConnectField(field, translate)),
    signIn: oauth && {
      fields: oauth.fields.map((field) => toConnectField(field, translate)),
      missing: oauth.missing && translate(oauth.missing),
    },
  };
}

function toConnectField(field: ConnectField, translate: Translate): ConnectFieldType {
  const { name, label, help, isSecret, isOptional = false, initial = null, placeholder = null } = field;
  return { name, label: translate(label), help: translate(help), isMasked: isSecret, isOptional, initial, placeholder };
}

const NOTHING_KNOWN = {
  ...{ duplicateClass: 'blind', provenBy: 'nothing', publishing: 'none yet', sendsImages: false, imageObstacle: null },
  ...{ isRelay: false, sendsVideo: false, videoRules: [], sendsAnimations: false, takesAltTextOf: [], sendsDocuments: false },
  ...{ searchesAccounts: false, connectFields: [], signIn: null, rules: [], settings: [] },
};

/** The platform behind a stored identifier; one that has been removed from the service since has only a name. */
export function platformTypeOf({ platforms, translate }: Pick<GraphqlContext, 'platforms' | 'translate'>, id: string): PlatformType {
  const platform = platforms.get(id);
  return platform ? toPlatformType(platform, translate) : { id, label: id, ...NOTHING_KNOWN };
}
