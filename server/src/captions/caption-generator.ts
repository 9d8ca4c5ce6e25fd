import type { Voice } from '../access/workspace-policies.ts';
import type { Notice } from '../drafts/notice.ts';
import type { Platform } from '../platforms/platform.ts';
import type { Departure } from '../platforms/text/departure.ts';
import type { Omission } from '../platforms/text/omission.ts';

export interface CaptionRequest {
  /** Data, never instructions. */
  sourceText: string;
  link: string | null;
  platforms: Platform[];
  tone: string | null;
  /** BCP 47; recognised from the text when null. */
  language: string | null;
  /** How the workspace wants to sound; nothing in particular when left out. */
  voice?: Voice;
  /** The workspace has taken its day's worth of the model: the words come from the text. */
  isBudgetSpent?: boolean;
  /** In whose line a long text waits: ownerOf(). */
  owner?: string;
}

/** The words for one platform; they fit its rules. */
export interface GeneratedCaption {
  platform: string;
  text: string;
  tags: string[];
  thread: string[];
  /** What of the source is not in them; absent if they were not compared, such as a person's own words. */
  omissions?: Omission[];
  /** Where a model's words may say something else than the source; absent for others. */
  departures?: Departure[];
  /** How much of the source they say where they are its beginning alone; 0 where none of it fits. Left out where they are whole. */
  keptPercent?: number;
}

/** What a model took for the words of one platform: its share of the calls that several platforms came from. */
export interface ModelUse {
  /** As the provider names it. */
  model: string;
  inputTokens: number;
  outputTokens: number;
  /** Millionths of a US dollar; null when the operator has named no prices. */
  costMicros: number | null;
}

/** Words that a program made, and which one. */
export interface MadeCaption extends GeneratedCaption {
  origin: 'extractive' | 'model';
  /** Null for words that cost nothing. */
  modelUse: ModelUse | null;
}

export interface Generation {
  captions: MadeCaption[];
  notices: Notice[];
  /** What the model took for all of it, also for words that were refused; null or left out where it was not asked. */
  use?: ModelUse | null;
}

/** Turns source text into words for each platform by computing alone: no network, no model. */
export interface CaptionGenerator {
  origin: 'extractive' | 'model';
  generate(request: CaptionRequest): Promise<GeneratedCaption[]>;
}

/** Where the service gets its words from. */
export interface CaptionWriter {
  /** From the model where one is set, for the rest from the embedded generator. May take its time: never in a transaction. */
  write(request: CaptionRequest): Promise<Generation>;
  /** From the embedded generator, at once. */
  compose(request: CaptionRequest): Promise<MadeCaption[]>;
}
