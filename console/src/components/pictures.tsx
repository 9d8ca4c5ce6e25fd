import classes from './pictures.module.css';
import { texts } from './texts.ts';

interface Picture {
  url: string;
  altText: string;
  /** In pixels; with them the place is kept while it loads. */
  width?: number;
  height?: number;
}

interface Props {
  images: readonly Picture[];
  /** Where somebody decides on them, the words for people who cannot see them are to be read too. */
  showsAltText?: boolean;
}

/** The pictures of a post, side by side. */
export function Pictures({ images, showsAltText = false }: Props) {
  if (images.length === 0) return null;
  return (
    <ul className={classes.pictures}>
      {images
        .map((image, index) => ({ ...image, index }))
        .map(({ url, altText, width, height, index }) => (
          <li key={index}>
            <img src={url} alt={altText} width={width} height={height} loading="lazy" data-unsized={width === undefined || undefined} />
            {showsAltText && (
              <p className={classes.alt} data-missing={altText === '' || undefined}>
                <span className={classes.badge} aria-hidden>
                  {texts.altText}
                </span>
                {altText === '' ? (
                  <span>{texts.altTextMissing}</span>
                ) : (
                  // A screen reader has it from the picture already.
                  <span aria-hidden>{altText}</span>
                )}
              </p>
            )}
          </li>
        ))}
    </ul>
  );
}
