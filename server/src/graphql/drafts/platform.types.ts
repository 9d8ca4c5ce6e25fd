import { Field, Int, ObjectType } from 'type-graphql';
import type { Translate } from '../../languages/translate.ts';
import { videoRulesInWords } from '../../platforms/checks/check-video.ts';
import type { ConnectField, Platform } from '../../platforms/platform.ts';
import type { GraphqlContext } from '../engine/graphql-context.ts';
import { NetworkSettingType, toNetworkSettingType } from './setting.types.ts';

@ObjectType('PlatformRule', { description: 'One limit of a platform, with its source.' })
export class PlatformRuleType {
  @Field(() => String, {
    description:
      'What is limited, for instance `text`, `title`, `tags` (their number), `tag` (the length of each) or `thread` (the number of posts).',
  })
  field!: string;

  @Field(() => Int, { description: 'The limit, in `unit`.' })
  max!: number;

  @Field(() => String, {
    description:
      'The unit: `weighted`, `graphemes`, `utf16`, `code_points`, `bytes`, `emoji_as_bytes`, `items`, `megabytes`, `seconds` or `percent`.',
  })
  unit!: string;

  @Field(() => String, { description: 'The document or package that states the limit.' })
  source!: string;

  @Field(() => String, { description: 'When the source was last checked, for instance `2026-11-21`.' })
  checkedOn!: string;

  @Field(() => String, {
    description:
      'The kind of source: `documented`, `observed`, `conflicting` (the stricter limit applies), `operator`, or `told` (reported by an account’s server).',
  })
  confidence!: string;
}

@ObjectType('ConnectField', { description: 'A value that a person enters to connect an account.' })
export class ConnectFieldType {
  @Field(() => String, { description: 'The key in `credentials` or `values`.' })
  name!: string;

  @Field(() => String, { description: 'The label of the input.' })
  label!: string;

  @Field(() => String, { description: 'Where to find the value, or what it is for.' })
  help!: string;

  @Field(() => Boolean, { description: 'Whether the value is a secret: masked while typed, stored encrypted and never returned.' })
  isMasked!: boolean;

  @Field(() => Boolean, { description: 'Whether the value may be omitted.' })
  isOptional!: boolean;

  @Field(() => String, { nullable: true, description: 'The default value; null if there is none.' })
  initial!: string | null;

  @Field(() => String, { nullable: true, description: 'An example value; null if there is none.' })
  placeholder!: string | null;
}

@ObjectType('PlatformSignIn', { description: 'Connecting by signing in at the network (OAuth), without entering a secret here.' })
export class PlatformSignInType {
  @Field(() => [ConnectFieldType], { description: 'The values required before the person is redirected to the network.' })
  fields!: ConnectFieldType[];

  @Field(() => String, {
    nullable: true,
    description: 'What the operator must configure first, as a sentence; null if nothing is missing.',
  })
  missing!: string | null;
}

@ObjectType('Platform', { description: 'A supported network.' })
export class PlatformType {
  @Field(() => String, { description: 'The platform’s id, for instance `bluesky`.' })
  id!: string;

  @Field(() => String, { description: 'The network’s name.' })
  label!: string;

  @Field(() => String, {
    description: 'How duplicate posts are prevented: `idempotent`, `askable`, `guarded` or `blind` (not retried once any data was sent).',
  })
  duplicateClass!: string;

  @Field(() => String, { description: 'What publishing was tested against: `real server`, `reference stand-in`, `sandbox` or `nothing`.' })
  provenBy!: string;

  @Field(() => String, {
    description: '`ready`, or `none yet` if the service can prepare and check captions but not publish.',
  })
  publishing!: string;

  @Field(() => Boolean, {
    description:
      'Whether the platform is another service that publishes to networks. What it reports about a post is not confirmed by the network.',
  })
  isRelay!: boolean;

  @Field(() => Boolean, { description: 'Whether pictures can be published. If not, a post with one is invalid.' })
  sendsImages!: boolean;

  @Field(() => Boolean, { description: 'Whether videos can be published. If not, a post with one is invalid.' })
  sendsVideo!: boolean;

  @Field(() => Boolean, {
    description: 'Whether animated pictures can be published and play. If not, a post with one is invalid.',
  })
  sendsAnimations!: boolean;

  @Field(() => [String], {
    description:
      'The kinds of media that alternative texts are published for: `image`, `video`. Those of other media are neither signed nor published.',
  })
  takesAltTextOf!: string[];

  @Field(() => Boolean, { description: 'Whether documents (PDF) can be published. If not, a post with one is invalid.' })
  sendsDocuments!: boolean;

  @Field(() => [String], {
    description:
      'The requirements for videos, in words: length, size, aspect ratio, frame rate, file types and encodings. Empty if videos cannot be published.',
  })
  videoRules!: string[];

  @Field(() => String, {
    nullable: true,
    description: 'Why pictures cannot be published yet, and who can change that; null if they can be, or if the platform accepts none.',
  })
  imageObstacle!: string | null;

  @Field(() => [ConnectFieldType], {
    description: 'The values to enter to connect an account; empty if accounts can only be connected by `signIn`.',
  })
  connectFields!: ConnectFieldType[];

  @Field(() => PlatformSignInType, { nullable: true, description: 'How to connect an account by signing in; null if not supported.' })
  signIn!: PlatformSignInType | null;

  @Field(() => [PlatformRuleType], { description: 'The platform’s limits.' })
  rules!: PlatformRuleType[];

  @Field(() => Boolean, { description: 'Whether `findAccounts` supports the platform.' })
  searchesAccounts!: boolean;

  @Field(() => Boolean, {
    description: 'Whether accounts are on many servers, so `@name` without a server mentions an account on the author’s own server.',
  })
  isFederated!: boolean;

  @Field(() => [NetworkSettingType], { description: 'The platform’s own options for a post, which are signed with the post.' })
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
    isFederated: platform.isFederated === true,
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
  ...{ searchesAccounts: false, isFederated: false, connectFields: [], signIn: null, rules: [], settings: [] },
};

/** Returns the platform with a stored id; a placeholder if the service no longer supports it. */
export function platformTypeOf({ platforms, translate }: Pick<GraphqlContext, 'platforms' | 'translate'>, id: string): PlatformType {
  const platform = platforms.get(id);
  return platform ? toPlatformType(platform, translate) : { id, label: id, ...NOTHING_KNOWN };
}
