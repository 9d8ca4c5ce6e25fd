import { Link } from '@tanstack/react-router';
import { texts } from '../texts.ts';
import classes from './brand.module.css';

/** The mark: a signature and the one beside it. */
export function Brand() {
  return (
    <Link to="/" className={classes.brand}>
      <BrandMark />
      {texts.brand}
    </Link>
  );
}

export function BrandMark() {
  return <img src="/favicon.svg" alt="" width={22} height={22} />;
}
