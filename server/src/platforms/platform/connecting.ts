import type { LocalizedMessage, Sentence } from '../../languages/sentence.ts';
import type { StoredMessage } from '../../languages/stored-message.ts';
import type { JsonObject } from './post.ts';
import type { ServerLimit } from './rules.ts';
import type { OfferedValues } from './settings.ts';

/** The secrets of one connection, in the platform's own shape. */
export type Credentials = JsonObject;

/** A field that a person fills in to connect an account. */
export interface ConnectField {
  /** Its name in `Credentials`. */
  name: string;
  label: string;
  /** Where to find it, or its purpose. */
  help: string;
  /** Sealed when it is saved, and never shown again. */
  isSecret: boolean;
  isOptional?: boolean;
  /** The initial value of the field. */
  initial?: string;
  placeholder?: string;
}

/** An account that the platform let us into. */
export interface ConnectedAccount {
  /** The account's public name there. */
  handle: string;
  /** The platform's own lasting id of the account. */
  externalId: string;
  /** Secrets: encrypted at once, never logged. */
  credentials: Credentials;
  /** Origin of its server, on platforms with many. Not a secret. */
  server?: string;
  /** RFC 3339; when the credentials stop working. Left out where they last. */
  expiresAt?: string;
  /** RFC 3339; when only the person can renew the access, by signing in again. Left out where this service can. */
  endsAt?: string;
  /** What the person allowed at the sign-in; left out where the network does not say. */
  scopes?: string[];
  /** Its server's limits; absent if it reports none. */
  limits?: AccountLimit[];
}

/** What names an account in addresses. */
export type AccountNames = Pick<ConnectedAccount, 'externalId' | 'handle'>;

/** What the network says of one account alone. */
export type AccountLimit = ServerLimit | OfferedValues | NetworkBehind | PostDemands;

/** What a community demands of the posts in it, as the network reports it. */
export interface PostDemands {
  /** Its name, for instance `r/Harbour`. */
  place: string;
  demands: JsonObject;
}

/** Of a relay: the network that the account is on. */
export interface NetworkBehind {
  /** The id of its platform. */
  behind: string;
}

/** What a renewal changes of an account; without `endsAt` its end stays as it was. */
export type Renewed = Pick<ConnectedAccount, 'credentials' | 'expiresAt' | 'endsAt'>;

/** Looks up a platform's own ids for names. */
export interface AccountLookup {
  /** The names in a text, as the platform compares them: without "@", in lower case. Computes only. */
  find(text: string): string[];
  /** The account's permanent id; null if the name is unknown. Throws if there is no response. */
  ask(name: string, server: string | null, signal: AbortSignal): Promise<string | null>;
}

/** An account that a platform's public search found. */
export interface FoundAccount {
  /** As it is written in a post, without "@": a mention of the account on that platform. */
  name: string;
  displayName: string;
  /** The address of its profile picture, given by the platform; null if it has none. */
  pictureUrl: string | null;
}

/**
 * Searches a platform's public accounts, best first, without credentials. `server`: the origin that the workspace's
 * account lives on, if known. Throws if there is no response.
 */
export type SearchAccounts = (query: string, server: string | null, signal: AbortSignal) => Promise<FoundAccount[]>;

/** Whether credentials are still valid. `unclear`: the platform did not respond. */
export type Health =
  | { kind: 'healthy'; limits?: AccountLimit[] }
  | ({ kind: 'revoked' } & StoredMessage)
  | ({ kind: 'unclear' } & StoredMessage);

/** What works by a permission of its own; without it, publishing works all the same. */
export const SIDE_FEATURES = ['first_comments', 'metrics'] as const;
export type SideFeature = (typeof SIDE_FEATURES)[number];

/** Sign-in at the platform itself (RFC 6749 with PKCE, RFC 7636), so no secret is entered here. */
export interface PlatformOauth {
  /** What is needed before the redirect, for instance the server. */
  fields: ConnectField[];
  /** What the operator must configure first, in a sentence; null if nothing. */
  missing: Sentence | null;
  /** The scopes that people are asked for; shown to operators who register the service. */
  scopes?: readonly string[];
  /** The scope that a side feature needs, and that a person may leave out. */
  sideScopes?: Partial<Record<SideFeature, string>>;
  /** Where people name the server: its host, which gets its own redirect address. Throws ConnectError. */
  serverOf?(entered: Credentials): string;
  /** The redirect for the person. `memory` is stored encrypted until they return and passed to `finish()`. */
  start(entered: Credentials, request: OauthRequest): Promise<{ url: string; memory: JsonObject }>;
  /** Exchanges the code, once. Several accounts where a person picked several there. Throws ConnectError. */
  finish(code: string, request: OauthRequest, memory: JsonObject): Promise<ConnectedAccount[]>;
}

/** The data of one redirect to the platform and back. */
export interface OauthRequest {
  /** Exactly as registered at the platform. */
  redirectUri: string;
  state: string;
  /** PKCE; its S256 challenge goes along, itself only with the code. */
  codeVerifier: string;
}

/** Thrown by `connect()`; the message is for the person who entered the credentials. */
export class ConnectError extends Error {
  readonly code: 'bad_user_input' | 'address_refused';
  /** Whether the platform refuses the service itself, for any account: the operator's registration there is invalid. */
  readonly isServiceRefused: boolean;

  /** `message` is its English. */
  readonly words: LocalizedMessage;

  constructor(words: LocalizedMessage, code: ConnectError['code'] = 'bad_user_input', isServiceRefused = false) {
    super(String(words));
    this.words = words;
    this.code = code;
    this.isServiceRefused = isServiceRefused;
  }
}
