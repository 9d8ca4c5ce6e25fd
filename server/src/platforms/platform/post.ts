import type { Settings } from './settings.ts';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

export type JsonObject = { [key: string]: Json };

/** An image, a video or a document of a post. */
export interface PostMedia {
  /** An animated picture is an image. */
  kind: 'image' | 'video' | 'document';
  bytes: number;
  /** Of a video. */
  seconds?: number;
  /** How a video is encoded; absent for one that was uploaded before this was read. */
  tracks?: VideoTracks;
  /** Of an animated picture: how many pictures it has. */
  frames?: number;
  altText?: string;
  /** The picture that a video shows before it plays, where one was chosen. */
  cover?: VideoCover;
  subtitles?: VideoSubtitles;
  /** Absent while only texts are checked. */
  file?: MediaFile;
}

/** How a network gets a cover: as a file, by an address that it fetches, or as the moment of the video that it shows. */
export type CoverForm = 'uploaded' | 'fetched' | 'moment';

export interface VideoCover {
  /** Absent where only a moment of the video was chosen. */
  file?: MediaFile;
  bytes?: number;
  /** In milliseconds; absent where it is no picture of the video. */
  atMs?: number;
  /** Null where the network takes none, or none like this. */
  sentAs: CoverForm | null;
}

export interface VideoSubtitles {
  /** In the form that the network takes. */
  file: MediaFile;
  bytes: number;
  /** BCP 47. */
  language: string;
  /** What they say, without times. */
  words: string;
  /** SHA-256 of the same as WebVTT, which browsers show. */
  shown: string;
  isSent: boolean;
}

/** What the container of a video says of its pictures and its sound. */
export interface VideoTracks {
  /** `avc` (H.264), `hevc` (H.265), `vp8`, `vp9` or `av1`; null for any other. */
  codec: string | null;
  /** `aac`, `opus` and so on; null without sound. */
  soundCodec: string | null;
  /** Pictures in a second. */
  rate: number;
}

/** The location and properties of a media file; its hash is part of the signed content. */
export interface MediaFile {
  mediaId: string;
  /** Of the published bytes, in hex. */
  sha256: string;
  mimeType: string;
  /** In pixels. */
  width: number;
  height: number;
}

/** The content for one platform, as stored in a caption. */
export interface Post {
  /** The whole text of the first post, tags in it where the platform writes them in the text. */
  text: string;
  /** Without the number sign. */
  tags: string[];
  /** The further posts where it threads. */
  thread: string[];
  link: string | null;
  /** Without `link`: the link of the text that a card is shown of. */
  cardLink?: string | null;
  /** Where the platform has titles; read off the text by default. */
  title?: string | null;
  media?: readonly PostMedia[];
  /** The texts of the link's card, read from the page beforehand; absent if there were none. */
  card?: LinkCardWords;
  /** Ids of accounts by their names, where the platform links names by id; a name that is not here stays plain text. */
  mentions?: Readonly<Record<string, string>>;
  /** The network's own settings, defaults included; absent where it declares none. */
  settings?: Settings;
  /** The published post whose words these replace; absent for a post of its own. */
  edits?: EditedPost;
}

/** A published post whose words are replaced, as the network has it now. */
export interface EditedPost {
  /** The network's own id of the post. */
  providerId: string;
  url: string | null;
  /** Of the payload whose words it has. */
  payloadHash: string;
  title: string | null;
}

/** A card's texts from its page, sanitised and shortened. */
export interface LinkCardWords {
  title: string;
  description: string | null;
  siteName: string | null;
  image: PostMedia | null;
}
