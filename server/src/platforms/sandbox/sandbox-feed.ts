/** What the sandbox platform needs of the feed that it posts to. */
export interface SandboxFeed {
  /** Counts this try and answers how many there were of the intent, this one included. */
  countTry(feed: string, intentId: string): Promise<number>;
  /** Makes a post, every time it is called: a post that is sent twice shows twice. */
  post(feed: string, intentId: string, text: string, beside?: SandboxBeside): Promise<SandboxAnswer>;
  find(feed: string, intentId: string): Promise<SandboxAnswer | null>;
}

/** A picture as the payload names it. */
export type SandboxImage = { media_id: string; sha256: string; alt_text: string };

/** The card of a link as the payload has it. */
export type SandboxCard = { url: string; title: string; description?: string; site_name?: string; image?: SandboxImage };

/** What a post shows in addition to its text. */
export interface SandboxBeside {
  images?: readonly SandboxImage[];
  card?: SandboxCard | null;
}

export interface SandboxAnswer {
  id: string;
  url: string;
}
