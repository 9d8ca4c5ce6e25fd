import { Button, NumberInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Problem } from '../../components/ui/problem.tsx';
import { StartCheckoutDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import classes from './credits.module.css';
import { priceOf, texts } from './texts.ts';

const MOST = 1_000;

/** Leads to the page where an owner pays; nothing is paid or added here. */
export function BuyForm({ product, label, priceCents }: { product: string; label: string; priceCents: number }) {
  const { id: workspaceId } = useWorkspace();
  const [quantity, setQuantity] = useState<number | string>(1);
  const pieces = Number(quantity) || 1;
  const buy = useMutation({
    mutationFn: () => runDocument(StartCheckoutDocument, { input: { workspaceId, product, quantity: pieces } }),
    onSuccess: ({ startCheckout }) => window.location.assign(startCheckout.url),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    buy.mutate();
  };
  return (
    <form onSubmit={submit}>
      <div className={classes.buy}>
        <NumberInput
          aria-label={texts.quantity({ label })}
          size="sm"
          w={88}
          min={1}
          max={MOST}
          allowDecimal={false}
          value={quantity}
          onChange={setQuantity}
        />
        <Button type="submit" variant="default" loading={buy.isPending || buy.isSuccess}>
          {texts.buy({ price: priceOf(priceCents * pieces) })}
        </Button>
      </div>
      {buy.error && <Problem error={buy.error} title={texts.buyFailed} />}
    </form>
  );
}
