import { say } from '../lib/catalogue.ts';

export const texts = say('networkGuides', {
  how: (label: string): string => `How to register at ${label}`,
  page: (label: string): string => `Open the developer page of ${label}`,
  scopes: 'the scopes',
  review: 'What their review means',
  guides: {
    tiktok: {
      steps: [
        'Create an app, or open yours, and add “Login Kit” and “Content Posting API” to it, with “Direct Post” turned on.',
        'Add the return address under “Login Kit”, “Web”, exactly as it is written here.',
        'Add the scopes, and submit the app for review.',
        'Set “Client key” as TIKTOK_CLIENT_ID and “Client secret” as TIKTOK_CLIENT_SECRET, and restart.',
      ],
      review:
        'Until TikTok has audited the app, at most five people a day can post with it, their accounts must be private, and only they themselves see the posts. Choose “Only the account itself” until then.',
    },
    youtube: {
      steps: [
        'Create a project, or open yours, and enable “YouTube Data API v3”.',
        'Add the scopes to the consent screen, and create an OAuth client of the type “Web application” with the return address.',
        'Set the client’s id as YOUTUBE_CLIENT_ID and its secret as YOUTUBE_CLIENT_SECRET, and restart.',
        'Request an audit of the project with the form “YouTube API Services - Audit and Quota Extension”.',
      ],
      review:
        'Until Google has audited the project, every video is private, whatever was chosen; this service notices it after publishing. While the consent screen is in “Testing”, a sign-in ends after 7 days. Channels connected before first comments existed have to be connected again for them.',
    },
    tumblr: {
      steps: [
        'Register an application at Tumblr. Its name is shown to people who sign in.',
        'Add the return address to “OAuth2 redirect URLs” exactly as it is written here, and save.',
        'Set “OAuth consumer key” as TUMBLR_CLIENT_ID and the secret key as TUMBLR_CLIENT_SECRET, and restart. The scopes are requested when people sign in.',
      ],
      review:
        'Tumblr reviews no app before it posts. All accounts together have 1,000 requests an hour and 5,000 a day; an account may publish 250 posts a day.',
    },
    pinterest: {
      steps: [
        'Create an app, or open yours. Pinterest approves it first; then it has an app id and a secret key.',
        'Add the return address to “Redirect URIs” exactly as it is written here, and save.',
        'Set “App id” as PINTEREST_CLIENT_ID and “App secret key” as PINTEREST_CLIENT_SECRET, and restart. The scopes are requested when people sign in.',
      ],
      review:
        'With Trial access Pinterest refuses pins, or shows them to their maker only. Request Standard access with a video of a sign-in and a pin.',
    },
    reddit: {
      steps: [
        'Request access to the API first: Reddit approves every new app itself.',
        'Create an app of the type “web app”, with the return address as “redirect uri”.',
        'Set the id below the app’s name as REDDIT_CLIENT_ID and “secret” as REDDIT_CLIENT_SECRET, and restart. The scopes are requested when people sign in.',
      ],
      review:
        'Without Reddit’s approval there is no app, or its requests are refused. Every community has requirements of its own, which are checked before each post.',
    },
    google_business: {
      steps: [
        'Request access for your Google Cloud project with the form “Application for Basic API Access”.',
        'After the approval enable “Google My Business API”, “My Business Account Management API” and “My Business Business Information API”.',
        'Add the scope to the consent screen, and create an OAuth client of the type “Web application” with the return address.',
        'Set the client’s id as GOOGLE_BUSINESS_CLIENT_ID and its secret as GOOGLE_BUSINESS_CLIENT_SECRET, and restart.',
      ],
      review:
        'Before Google’s approval the project has a quota of 0: no location can be connected. While the consent screen is in “Testing”, a sign-in ends after 7 days.',
    },
    vk: {
      steps: [
        'Create an app for the platform “Web” at VK ID, with this service’s domain as base domain.',
        'Add the return address to the trusted redirect URLs.',
        'Ask VK’s support to give the app the scopes: they are not available to every app.',
        'Set “App ID” as VK_CLIENT_ID and “Secure key” as VK_CLIENT_SECRET, and restart.',
      ],
      review: 'Until VK has granted the scopes to the app, people can sign in, but posts are refused.',
    },
  },
} as const);

/** What to do to register the service at a network, and what its review means; null for networks without a guide. */
export function guideOf(networkId: string): { steps: readonly string[]; review: string } | null {
  const guides: Record<string, { steps: readonly string[]; review: string }> = texts.guides;
  return guides[networkId] ?? null;
}
