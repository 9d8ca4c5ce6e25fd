/** A bucket that speaks Amazon's S3, as most object stores do. */
export interface MediaBucketConfig {
  /** With the bucket in it, without a trailing slash. */
  bucketUrl: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

type Environment = Record<string, string | undefined>;

/** Null without a bucket: then media files are in DATA_DIR. Throws a message that names a wrong setting. */
export function readMediaBucket(env: Environment): MediaBucketConfig | null {
  const bucketUrl = env.MEDIA_BUCKET_URL?.replace(/\/+$/, '');
  if (!bucketUrl) return null;
  const url = URL.parse(bucketUrl);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.search || url.hash)
    throw new Error(
      'MEDIA_BUCKET_URL must be a web address with the bucket in it, such as https://s3.eu-central-1.amazonaws.com/my-bucket.',
    );
  return {
    bucketUrl,
    region: env.MEDIA_BUCKET_REGION || 'us-east-1',
    accessKeyId: required(env, 'MEDIA_BUCKET_KEY_ID'),
    secretAccessKey: required(env, 'MEDIA_BUCKET_SECRET'),
  };
}

function required(env: Environment, name: string): string {
  const value = env[name]?.trim();
  if (!value) throw new Error(`${name} must be set where MEDIA_BUCKET_URL is.`);
  return value;
}
