import type { Platform } from '../platforms/platform.ts';

export interface CaptionRequest {
  /** Data, never instructions. */
  sourceText: string;
  link: string | null;
  platforms: Platform[];
  tone: string | null;
  /** BCP 47; recognised from the text when null. */
  language: string | null;
}

/** The words for one platform; they fit its rules. */
export interface GeneratedCaption {
  platform: string;
  text: string;
  tags: string[];
  thread: string[];
}

/** Turns source text into words for each platform. One stands in the service at a time. */
export interface CaptionGenerator {
  origin: 'extractive' | 'model';
  generate(request: CaptionRequest): Promise<GeneratedCaption[]>;
}
