import { Box, Button, Group, NumberInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FIELD_RULES } from '../../../../server/src/field-rules.ts';
import { Charges } from '../../components/cost/charges.tsx';
import { texts as cost } from '../../components/cost/texts.ts';
import { useFreshly } from '../../components/identity/use-freshly.ts';
import { PlatformMark } from '../../components/posts/platform-mark.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import { showToast } from '../../components/ui/toasts.tsx';
import { type OperatorPriceViewFragment, SetSurchargeDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import classes from './operator.module.css';
import { texts } from './texts.ts';

const words = texts.surcharges;
const { min, max } = FIELD_RULES.credits.surcharge;

/** The credits per post and network beyond the first one, next to the network's charges. */
export function Surcharges({ prices }: { prices: readonly OperatorPriceViewFragment[] }) {
  const { network, surcharge, charges } = cost.columns;
  return (
    <Panel title={words.title} isFlush>
      <p className={classes.why}>{words.why}</p>
      <Box component="section" className={classes.wide} tabIndex={0} aria-label={cost.prices}>
        <table className={`${classes.table} ${classes.stacked}`}>
          <thead>
            <tr>
              {[network, charges, surcharge].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {prices.map((price) => (
              <tr key={price.platform}>
                <th scope="row">
                  <PlatformMark id={price.platform} label={price.label} />
                </th>
                <td>
                  <Charges charges={price.charges} />
                </td>
                <td>
                  <Surcharge key={`${price.surcharge} ${price.surchargeWithLink}`} price={price} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Box>
    </Panel>
  );
}

function Surcharge({ price: { platform, label, surcharge, surchargeWithLink, charges } }: { price: OperatorPriceViewFragment }) {
  const [credits, setCredits] = useState<number | string>(surcharge);
  const [withLink, setWithLink] = useState<number | string>(surchargeWithLink ?? '');
  const isChanged = credits !== surcharge || withLink !== (surchargeWithLink ?? '');
  const freshly = useFreshly();
  const queryClient = useQueryClient();
  const set = useMutation({
    // Null if the person cancelled the identity check: it stays unchanged.
    mutationFn: () => {
      const input = { platform, credits: Number(credits), creditsWithLink: withLink === '' ? null : Number(withLink) };
      return freshly(() => runDocument(SetSurchargeDocument, { input }));
    },
    onSuccess: async (answer) => {
      if (!answer) return;
      showToast(words.saved);
      await queryClient.invalidateQueries();
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        set.mutate();
      }}
    >
      <Group gap="xs" wrap="nowrap">
        <NumberInput
          aria-label={words.of({ network: label })}
          size="xs"
          w={80}
          min={min}
          max={max}
          allowDecimal={false}
          value={credits}
          onChange={setCredits}
          required
        />
        {charges.some(({ per }) => per === 'post_with_link') && (
          <NumberInput
            aria-label={words.withLink({ network: label })}
            placeholder={words.withLinkLabel}
            size="xs"
            w={110}
            min={min}
            max={max}
            allowDecimal={false}
            value={withLink}
            onChange={setWithLink}
          />
        )}
        {isChanged && credits !== '' && (
          <Button type="submit" size="xs" variant="default" loading={set.isPending}>
            {words.save}
          </Button>
        )}
      </Group>
      {set.error && <Problem error={set.error} title={words.notSaved} />}
    </form>
  );
}
