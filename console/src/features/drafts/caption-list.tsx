import { Button, CopyButton } from '@mantine/core';
import { LeftOut } from '../../components/posts/left-out.tsx';
import { PlatformMark } from '../../components/posts/platform-mark.tsx';
import { texts as separators } from '../../lib/texts.ts';
import classes from './draft.module.css';
import type { DraftView } from './queries.ts';
import { texts } from './texts.ts';

/** Which language model wrote a caption, and what it took. */
function modelUseOf({ model, read, written, costUsd }: NonNullable<DraftView['captions'][number]['modelUse']>): string {
  return texts.modelUse({ model, tokens: read + written, cost: costUsd == null ? null : `$${costUsd.toFixed(4)}` });
}

/** For posting by hand. */
function CopyWords({ text }: { text: string }) {
  return (
    <CopyButton value={text} timeout={2000}>
      {({ copied, copy }) => (
        <Button variant="subtle" size="compact-xs" onClick={copy}>
          <span aria-live="polite">{copied ? texts.copied : texts.copy}</span>
        </Button>
      )}
    </CopyButton>
  );
}

/** The current text for each platform. */
export function CaptionList({ draft }: { draft: DraftView }) {
  return (
    <ul className={classes.captions}>
      {draft.captions.map((caption) => (
        <li key={caption.platform}>
          <div className={classes.captionHead}>
            <span className={classes.line}>
              <PlatformMark id={caption.platform} />
              <span>{texts.origins[caption.origin]}</span>
              {caption.modelUse && <span className={classes.note}>{modelUseOf(caption.modelUse)}</span>}
            </span>
            <CopyWords text={[caption.text, ...caption.thread].join('\n\n')} />
          </div>
          {[caption.text, ...caption.thread]
            .map((text, index) => ({ text, index }))
            .map((post) => (
              <p key={post.index} className={classes.captionText} dir="auto">
                {post.text}
              </p>
            ))}
          {/* The cards below say it too, once there are any. */}
          {draft.payloads.length === 0 && <LeftOut omissions={caption.omissions} keptPercent={caption.keptPercent} />}
          {caption.tags.length > 0 && <p className={classes.tags}>{`${texts.tags}: ${caption.tags.join(separators.comma)}`}</p>}
        </li>
      ))}
    </ul>
  );
}
