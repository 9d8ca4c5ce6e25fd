import { Baseline } from './0400-baseline.ts';
import { ClientNames } from './0410-client-names.ts';
import { Departures } from './0430-departures.ts';
import { ModerationAnswers } from './0431-moderation-answers.ts';
import { RolesByOwners } from './0460-roles-by-owners.ts';
import { ReducedPictures } from './0461-reduced-pictures.ts';
import { Videos } from './0470-videos.ts';
import { NetworkSettings } from './0480-network-settings.ts';
import { Verifications } from './0500-verifications.ts';
import { Retractions } from './0501-retractions.ts';
import { VideoTracks } from './0514-video-tracks.ts';
import { FirstComments } from './0518-first-comments.ts';
import { PostMetrics } from './0522-post-metrics.ts';
import { Erasure } from './0530-erasure.ts';
import { CheckFirst } from './0540-check-first.ts';
import { FreePosts } from './0541-free-posts.ts';
import { FirstCommentNotices } from './0542-first-comment-notices.ts';
import { MoreMediaTypes } from './0550-more-media-types.ts';
import { LabelsAndTemplates } from './0570-labels-and-templates.ts';
import { Edits } from './0590-edits.ts';
import { AgentNames } from './0610-agent-names.ts';
import { BASELINE } from './baseline.ts';

/** Every migration in order. The name is what the migrations table remembers: it never changes. */
export const MIGRATIONS = [
  { name: BASELINE, class: Baseline },
  { name: '0410-client-names', class: ClientNames },
  { name: '0430-departures', class: Departures },
  { name: '0431-moderation-answers', class: ModerationAnswers },
  { name: '0460-roles-by-owners', class: RolesByOwners },
  { name: '0461-reduced-pictures', class: ReducedPictures },
  { name: '0470-videos', class: Videos },
  { name: '0480-network-settings', class: NetworkSettings },
  { name: '0500-verifications', class: Verifications },
  { name: '0501-retractions', class: Retractions },
  { name: '0530-erasure', class: Erasure },
  { name: '0514-video-tracks', class: VideoTracks },
  { name: '0518-first-comments', class: FirstComments },
  { name: '0522-post-metrics', class: PostMetrics },
  { name: '0540-check-first', class: CheckFirst },
  { name: '0541-free-posts', class: FreePosts },
  { name: '0570-labels-and-templates', class: LabelsAndTemplates },
  { name: '0542-first-comment-notices', class: FirstCommentNotices },
  { name: '0550-more-media-types', class: MoreMediaTypes },
  { name: '0610-agent-names', class: AgentNames },
  { name: '0590-edits', class: Edits },
];
