import { IconWorld } from '@tabler/icons-react';
import { texts } from '../texts.ts';
import classes from './link-card.module.css';
import { Remark } from './remark.tsx';

interface Card {
  url: string;
  title: string;
  description?: string | null;
  siteName?: string | null;
  image?: { url: string; width?: number; height?: number } | null;
  isMadeByNetwork?: boolean;
  missing?: string | null;
}

/** The card under a post: as published, or what is known of it where the network generates it. */
export function LinkCard({ card, network }: { card: Card; network: string }) {
  const { url, title, description, siteName, image } = card;
  const host = hostOf(url);
  // Nothing is known of the page: the card has its host for a title.
  const isBare = title === URL.parse(url)?.host;
  return (
    <>
      <div className={classes.card} data-open={card.isMadeByNetwork || undefined}>
        {image && (
          // The picture of a page has no description.
          <img className={classes.image} src={image.url} alt="" width={image.width} height={image.height} loading="lazy" />
        )}
        <div className={classes.words} dir="auto">
          <p className={classes.title}>{title}</p>
          {description && <p className={classes.description}>{description}</p>}
          <p className={classes.host}>
            <IconWorld size={14} stroke={1.6} aria-hidden />
            <span>{siteName && siteName !== title ? `${siteName} · ${host}` : host}</span>
          </p>
        </div>
      </div>
      {card.isMadeByNetwork && <Remark text={texts.cardByNetwork({ network })} />}
      {card.missing && <Remark text={isBare ? texts.cardMissing({ why: card.missing }) : card.missing} />}
    </>
  );
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}
