import { Box, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { signUpQuery } from './sign-up/queries.ts';
import { texts } from './texts.ts';

/** The link to sign-up, if it is open. Its space is reserved, so nothing moves. */
export function SignUpLink() {
  const { data } = useQuery(signUpQuery);
  return (
    <Box mt="md" h={36}>
      {data?.is_open && (
        <Button variant="subtle" fullWidth renderRoot={(props) => <Link to="/sign-up" {...props} />}>
          {texts.signUp}
        </Button>
      )}
    </Box>
  );
}
