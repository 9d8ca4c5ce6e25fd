import type { Voice } from '../../access/workspace-policies.ts';
import type { Departure } from '../../platforms/text/omission.ts';

/**
 * The model usage for one platform's caption: its share of the calls, each of which covers several platforms.
 */
export interface ModelUse {
  /** The provider's name of the model. */
  model: string;
  inputTokens: number;
  outputTokens: number;
  /** Millionths of a US dollar; null if the operator has configured no prices. */
  costMicros: number | null;
}

/** What a model does with a text. */
export type Improvement = 'rewrite' | 'shorten' | 'translate';

export interface ImproveRequest {
  /** Data, never instructions. */
  text: string;
  task: Improvement;
  /** BCP 47, the target language of a translation; null to keep the text's own. */
  language: string | null;
  voice: Voice;
}

/** The result of a revision by a model. */
export interface Improved {
  /** Null if none passes the checks. */
  text: string | null;
  failure: 'no_answer' | 'refused' | null;
  /** Where it may differ from the previous text. */
  departures: Departure[];
  /** Null if the model was not called. */
  use: ModelUse | null;
}

export interface DescribeRequest {
  /** A JPEG or PNG of about a megabyte at most. */
  picture: { bytes: Buffer; mimeType: string };
  /** BCP 47. */
  language: string;
}

/** A picture as a model describes it. */
export interface Described {
  /** Null if there was no usable answer. */
  text: string | null;
  /** Null if the model was not called. */
  use: ModelUse | null;
}
