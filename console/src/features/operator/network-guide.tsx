import { IconExternalLink } from '@tabler/icons-react';
import { guideOf, texts } from '../../components/network-guide-texts.ts';
import { Command } from '../../components/ui/command.tsx';
import type { OperatorNetworkViewFragment } from '../../gql/graphql.ts';
import classes from './operator.module.css';
import { texts as operatorTexts } from './texts.ts';

/** The page of a network where services are registered. */
const PAGES: Record<string, string> = {
  slack: 'https://api.slack.com/apps',
  x: 'https://console.x.com',
  linkedin: 'https://www.linkedin.com/developers/apps',
  linkedin_page: 'https://www.linkedin.com/developers/apps',
  threads: 'https://developers.facebook.com/apps/',
  facebook: 'https://developers.facebook.com/apps/',
  instagram: 'https://developers.facebook.com/apps/',
  tiktok: 'https://developers.tiktok.com/apps/',
  youtube: 'https://console.cloud.google.com/apis/credentials',
  tumblr: 'https://www.tumblr.com/oauth/apps',
  pinterest: 'https://developers.pinterest.com/apps/',
  reddit: 'https://www.reddit.com/prefs/apps',
  google_business: 'https://console.cloud.google.com/apis/credentials',
};

/** How to register the service at a network: its page, each step, what to paste, and what the network reviews. */
export function NetworkGuide({ network: { id, label, returnAddress, scopes } }: { network: OperatorNetworkViewFragment }) {
  const guide = guideOf(id);
  const page = PAGES[id];
  return (
    <details className={classes.guide}>
      <summary>{texts.how({ label })}</summary>
      {page && (
        <p>
          <a href={page} target="_blank" rel="noreferrer">
            {texts.page({ label })} <IconExternalLink size={14} aria-hidden />
          </a>
        </p>
      )}
      {guide && (
        <ol>
          {guide.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      <Command text={returnAddress} label={operatorTexts.networks.returnAddress} />
      <Command text={scopes.join(' ')} label={texts.scopes} />
      {guide && (
        <p>
          <strong>{texts.review}</strong> {guide.review}
        </p>
      )}
    </details>
  );
}
