import { Link } from '@tanstack/react-router';
import { texts } from '../texts.ts';
import classes from './brand.module.css';

/** The logo: a signature and a countersignature. */
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
