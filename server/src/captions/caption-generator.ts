import type { Voice } from '../access/workspace-policies.ts';
import type { RequestNotice } from '../drafts/resolve-approval-required.ts';
import type { Platform, Settings } from '../platforms/platform.ts';
import type { Departure, Omission } from '../platforms/text/omission.ts';
import type { Described, DescribeRequest, Improved, ImproveRequest, ModelUse } from './model/model-use.ts';

export interface CaptionRequest {
  /** Data, never instructions. */
  sourceText: string;
  link: string | null;
  platforms: Platform[];
  tone: string | null;
  /** BCP 47; detected from the text when null. */
  language: string | null;
  /** The workspace's voice; neutral if omitted. */
  voice?: Voice;
  /** The workspace has used up its daily model budget: captions are built from the source text only. */
  isBudgetSpent?: boolean;
  /** The owner whose queue a long text waits in: ownerOf(). */
  owner?: string;
}

/** The caption for one platform; it fits the platform's rules. */
export interface GeneratedCaption {
  platform: string;
  text: string;
  tags: string[];
  thread: string[];
  /** What it leaves out of the source; absent if they were not compared, such as for a person's own caption. */
  omissions?: Omission[];
  /** Where a model's caption may differ from the source; absent for others. */
  departures?: Departure[];
  /**
   * The percentage of the source that a truncated caption contains; 0 if none of it fits. Absent if nothing
   * was truncated.
   */
  keptPercent?: number;
  /** The network's own settings of the post; those of the previous caption if absent. */
  settings?: Settings | undefined;
}

/** A generated caption, and its generator. */
export interface MadeCaption extends GeneratedCaption {
  origin: 'extractive' | 'model';
  /** Null for captions that cost nothing. */
  modelUse: ModelUse | null;
}

export interface Generation {
  captions: MadeCaption[];
  notices: RequestNotice[];
  /** The total model usage, including rejected captions; null or absent if the model was not called. */
  use?: ModelUse | null;
}

/** The service's source of captions. */
export interface CaptionWriter {
  /**
   * By the model if one is configured, otherwise and for the rest by the embedded generator. May be slow: never call
   * it in a transaction.
   */
  write(request: CaptionRequest): Promise<Generation>;
  /** By the embedded generator, at once. */
  compose(request: CaptionRequest): Promise<MadeCaption[]>;
  /**
   * Revises a text with the model; null if none is configured. May be slow: never call it in a transaction.
   */
  improve: ((request: ImproveRequest) => Promise<Improved>) | null;
  /**
   * Describes a picture with the model; null if no model that reads images is configured. May be slow, as
   * above.
   */
  describe: ((request: DescribeRequest) => Promise<Described>) | null;
}
