/** The servers of YouTube and of Google's sign-in. */
export interface YoutubeHosts {
  api: string;
  site: string;
  tokens: string;
}

export const GOOGLE: YoutubeHosts = {
  api: 'https://www.googleapis.com',
  site: 'https://accounts.google.com',
  tokens: 'https://oauth2.googleapis.com',
};
