import { useOauth } from '../../testing/oauth.ts';
import { guessCodes } from '../../testing/proofs/guessed-codes.ts';
import { prove } from '../../testing/proofs/prove.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

const stage = useOauth(useTestDatabase());

prove('K5', 'codes cannot be guessed', (count) => guessCodes(stage, count(10_000, 50)));
