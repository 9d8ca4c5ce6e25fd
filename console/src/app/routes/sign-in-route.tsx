import { getRouteApi } from '@tanstack/react-router';
import { SignInPage } from '../../features/sign-in/sign-in-page.tsx';

const route = getRouteApi('/sign-in');

export function SignInRoute() {
  return <SignInPage next={route.useSearch().next ?? '/'} />;
}
