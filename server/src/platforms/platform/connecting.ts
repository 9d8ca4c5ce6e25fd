import type { KeptWords } from '../../languages/kept-sentence.ts';
import type { Sentence, Words } from '../../languages/sentence.ts';
import type { JsonObject } from './post.ts';
import type { ToldLimit } from './rules.ts';

/** The secrets of one connection, in the platform's own shape. */
export type Credentials = JsonObject;

/** One thing that a person enters to connect an account, as the screen asks for it. */
export interface ConnectField {
  /** Its name in `Credentials`. */
  name: string;
  label: string;
  /** Where to get it, or what it is good for. */
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
  /** Holds secrets: sealed at once, never logged. */
  credentials: Credentials;
  /** Origin of the server that it lives on, where the platform has many that know accounts. No secret. */
  server?: string;
  /** RFC 3339; when the credentials stop working. Left out where they last. */
  expiresAt?: string;
  /** What its server takes; left out where it tells nothing. */
  limits?: ToldLimit[];
}

/** How a platform that links names by an id of its own is asked for it. */
export interface AccountLookup {
  /** The names in a text, as the platform compares them: without "@", in lower case. Computes only. */
  find(text: string): string[];
  /** The account's permanent id; null if the name is unknown. Throws if there is no response. */
  ask(name: string, server: string | null, signal: AbortSignal): Promise<string | null>;
}

/** Whether credentials still open their account. `unclear` says nothing about them: the platform gave no answer. */
export type Health = { kind: 'healthy'; limits?: ToldLimit[] } | ({ kind: 'revoked' } & KeptWords) | ({ kind: 'unclear' } & KeptWords);

/** Signing in at the platform itself (RFC 6749 with PKCE, RFC 7636), so that no secret is entered here. */
export interface PlatformOauth {
  /** What has to be known before a person can be sent there, for instance which server. */
  fields: ConnectField[];
  /** What the operator has to set first, in a sentence; null when nothing is missing. */
  missing: Sentence | null;
  /** Where people name the server: its host, which gets a return address of its own. Throws ConnectError. */
  serverOf?(entered: Credentials): string;
  /** Where to send the person. `memory` is kept sealed until they come back and given to `finish()`. */
  start(entered: Credentials, request: OauthRequest): Promise<{ url: string; memory: JsonObject }>;
  /** Exchanges the code, once. Several accounts where a person picked several there. Throws ConnectError. */
  finish(code: string, request: OauthRequest, memory: JsonObject): Promise<ConnectedAccount[]>;
}

/** What belongs to one round trip of a person to the platform and back. */
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
  readonly words: Words;

  constructor(words: Words, code: ConnectError['code'] = 'bad_user_input', isServiceRefused = false) {
    super(String(words));
    this.words = words;
    this.code = code;
    this.isServiceRefused = isServiceRefused;
  }
}
