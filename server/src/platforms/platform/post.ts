export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

export type JsonObject = { [key: string]: Json };

/** A picture or a video that goes with a post. */
export interface PostMedia {
  kind: 'image' | 'video';
  bytes: number;
  /** Of a video. */
  seconds?: number;
  altText?: string;
  /** Left out while only words are checked. */
  file?: MediaFile;
}

/** The location and properties of a media file; its hash is part of the signed content. */
export interface MediaFile {
  mediaId: string;
  /** Of the bytes that go out, in hex. */
  sha256: string;
  mimeType: string;
  /** In pixels. */
  width: number;
  height: number;
}

/** The words for one platform, as a caption holds them. */
export interface Post {
  /** The whole text of the first post, tags in it where the platform writes them in the text. */
  text: string;
  /** Without the number sign. */
  tags: string[];
  /** The further posts where it threads. */
  thread: string[];
  link: string | null;
  /** Where the platform has titles; read off the text when left out. */
  title?: string | null;
  media?: readonly PostMedia[];
  /** The texts of the link's card, read from the page beforehand; absent if there were none. */
  card?: LinkCardWords;
  /** Ids of accounts by their names, where the platform links names by id; a name that is not here stays plain text. */
  mentions?: Readonly<Record<string, string>>;
}

/** A card as its page words it, made harmless and short. */
export interface LinkCardWords {
  title: string;
  description: string | null;
  siteName: string | null;
  image: PostMedia | null;
}

/** A half-open range of UTF-16 units within one text. */
export interface Span {
  start: number;
  end: number;
}
