/** The sandbox platform's feed. */
export interface SandboxFeed {
  /** Counts this attempt and returns the number of attempts for the intent, including this one. */
  countTry(feed: string, intentId: string): Promise<number>;
  /** Creates a post on every call: a post that is sent twice appears twice. */
  post(feed: string, intentId: string, text: string, extras?: SandboxExtras): Promise<SandboxAnswer>;
  find(feed: string, intentId: string): Promise<SandboxAnswer | null>;
  /** The ids of its posts since then. */
  since(feed: string, time: Date): Promise<string[]>;
  /** The post as its page shows it; null if there is none. */
  read(id: string): Promise<SandboxContent | null>;
  /** Replaces its text; null if there is no such post. */
  edit(id: string, text: string): Promise<SandboxAnswer | null>;
  /** Removes the post from its page. */
  remove(id: string): Promise<void>;
}

/** An image, a video or a document as the payload names it. */
export type SandboxImage = {
  media_id: string;
  sha256: string;
  alt_text: string;
  /** Of a video or a document. */
  mime_type?: string;
  /** What a video shows before it plays: a picture, or a moment of it in milliseconds. */
  cover?: { media_id: string; sha256: string } | { at_ms: number };
  /** Of a video, as WebVTT. */
  subtitles?: { media_id: string; sha256: string; language: string };
};

/** The card of a link as the payload has it. */
export type SandboxCard = { url: string; title: string; description?: string; site_name?: string; image?: SandboxImage };

/** What a post shows in addition to its text. */
export interface SandboxExtras {
  images?: readonly SandboxImage[];
  card?: SandboxCard | null;
}

/** What a reader of a post sees. */
export interface SandboxContent {
  text: string;
  images: readonly SandboxImage[];
}

export interface SandboxAnswer {
  id: string;
  url: string;
}
