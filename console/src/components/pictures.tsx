import classes from './pictures.module.css';

interface Picture {
  url: string;
  altText: string;
  /** In pixels; with them the place is kept while it loads. */
  width?: number;
  height?: number;
}

/** The pictures of a post, side by side. */
export function Pictures({ images }: { images: readonly Picture[] }) {
  if (images.length === 0) return null;
  return (
    <ul className={classes.pictures}>
      {images.map(({ url, altText, width, height }) => (
        <li key={url}>
          <img src={url} alt={altText} width={width} height={height} loading="lazy" />
        </li>
      ))}
    </ul>
  );
}
