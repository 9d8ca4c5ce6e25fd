import { GraphQLDateTime } from 'graphql-scalars';
import { Field, Float, Int, ObjectType } from 'type-graphql';
import type { CommonFigures, MetricsAt, NetworkMetrics, UsualMetric } from '../../publishing/published/metric-queries.ts';

@ObjectType('RawMetric', { description: 'A figure by its network’s own name.' })
class RawMetricType {
  @Field(() => String, { description: 'For instance `favourites_count`.' })
  name!: string;

  @Field(() => Float, { nullable: true, description: 'Null if it was not reported.' })
  value!: number | null;
}

@ObjectType('Figures', { description: 'Counts under common names. Null if the network did not report it, which is not 0.' })
export class FiguresType implements CommonFigures {
  @Field(() => Float, { nullable: true, description: 'How often it was shown.' })
  views!: number | null;

  @Field(() => Float, { nullable: true, description: 'How many people it was shown to.' })
  reach!: number | null;

  @Field(() => Float, { nullable: true, description: 'Likes and other reactions.' })
  likes!: number | null;

  @Field(() => Float, { nullable: true, description: 'Replies and comments.' })
  replies!: number | null;

  @Field(() => Float, { nullable: true, description: 'Reposts and shares.' })
  reposts!: number | null;

  @Field(() => Float, { nullable: true, description: 'Quotes.' })
  quotes!: number | null;

  @Field(() => Float, { nullable: true, description: 'Bookmarks and saves.' })
  saves!: number | null;

  @Field(() => Float, { nullable: true, description: 'Clicks on its link.' })
  clicks!: number | null;
}

@ObjectType('PostMetrics', { description: 'What the network reported of a post at one time; of a thread, of its first post.' })
export class PostMetricsType implements MetricsAt {
  @Field(() => GraphQLDateTime, { description: 'When it was read.' })
  readAt!: Date;

  @Field(() => FiguresType, { description: 'Under common names.' })
  figures!: FiguresType;

  @Field(() => [RawMetricType], { description: 'Under the network’s own names.' })
  raw!: RawMetricType[];
}

@ObjectType('NetworkMetrics', { description: 'The newest figures of a workspace’s posts on one network, added up.' })
export class NetworkMetricsType implements NetworkMetrics {
  @Field(() => String, { description: 'The network’s id.' })
  platform!: string;

  @Field(() => Int, { description: 'The posts with figures.' })
  posts!: number;

  @Field(() => FiguresType, { description: 'The sums.' })
  figures!: FiguresType;

  @Field(() => GraphQLDateTime, { description: 'The newest reading.' })
  readAt!: Date;
}

@ObjectType('UsualMetric', {
  description: 'The median of a figure, as its network reported it, over an account’s posts of the last 90 days, of at least five.',
})
export class UsualMetricType implements UsualMetric {
  @Field(() => String, { description: 'The network’s id.' })
  platform!: string;

  @Field(() => String, { description: 'The account’s connection.' })
  connectionId!: string;

  @Field(() => String, { description: 'The figure: `views`, `reach`, `likes`, `replies`, `reposts`, `quotes`, `saves`, `clicks`.' })
  metric!: UsualMetric['metric'];

  @Field(() => Float, { description: 'Half of the posts had more, half had less.' })
  median!: number;

  @Field(() => Int, { description: 'The posts that it is the median of.' })
  posts!: number;

  @Field(() => GraphQLDateTime, { description: 'The newest reading among them.' })
  readAt!: Date;
}
