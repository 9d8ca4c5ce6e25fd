import { GraphQLDateTime } from 'graphql-scalars';
import { Field, Float, Int, ObjectType } from 'type-graphql';
import type { CommonFigures, MetricsAt, NetworkMetrics, UsualMetric } from '../../publishing/published/metric-queries.ts';

@ObjectType('RawMetric', { description: 'A figure under the network’s own name.' })
class RawMetricType {
  @Field(() => String, { description: 'The network’s name for the figure, for instance `favourites_count`.' })
  name!: string;

  @Field(() => Float, { nullable: true, description: 'The figure; null if the network did not report it.' })
  value!: number | null;
}

@ObjectType('Figures', { description: 'Figures under common names. A figure is null, not 0, if the network did not report it.' })
export class FiguresType implements CommonFigures {
  @Field(() => Float, { nullable: true, description: 'How often the post was shown.' })
  views!: number | null;

  @Field(() => Float, { nullable: true, description: 'The number of people that the post was shown to.' })
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

  @Field(() => Float, { nullable: true, description: 'Clicks on the post’s link.' })
  clicks!: number | null;
}

@ObjectType('PostMetrics', {
  description: 'The figures that the network reported for a post at one time; for a thread, those of its first post.',
})
export class PostMetricsType implements MetricsAt {
  @Field(() => GraphQLDateTime, { description: 'When the figures were read.' })
  readAt!: Date;

  @Field(() => FiguresType, { description: 'The figures under common names.' })
  figures!: FiguresType;

  @Field(() => [RawMetricType], { description: 'The figures under the network’s own names.' })
  raw!: RawMetricType[];
}

@ObjectType('NetworkMetrics', { description: 'The sums of the latest figures of a workspace’s posts on one network.' })
export class NetworkMetricsType implements NetworkMetrics {
  @Field(() => String, { description: 'The platform’s id.' })
  platform!: string;

  @Field(() => Int, { description: 'The number of posts with figures.' })
  posts!: number;

  @Field(() => FiguresType, { description: 'The sums of the figures.' })
  figures!: FiguresType;

  @Field(() => GraphQLDateTime, { description: 'When the latest of the figures were read.' })
  readAt!: Date;
}

@ObjectType('UsualMetric', {
  description: 'The median of one figure over an account’s posts of the last 90 days, a day after publication, if there are at least five.',
})
export class UsualMetricType implements UsualMetric {
  @Field(() => String, { description: 'The platform’s id.' })
  platform!: string;

  @Field(() => String, { description: 'The account’s connection, `con_…`.' })
  connectionId!: string;

  @Field(() => String, {
    description: 'The name of the figure: `views`, `reach`, `likes`, `replies`, `reposts`, `quotes`, `saves`, `clicks`.',
  })
  metric!: UsualMetric['metric'];

  @Field(() => Float, { description: 'The median.' })
  median!: number;

  @Field(() => Int, { description: 'The number of posts.' })
  posts!: number;

  @Field(() => GraphQLDateTime, { description: 'When the latest of the figures were read.' })
  readAt!: Date;
}
