import { List } from '@mantine/core';
import classes from './connections.module.css';
import { guideTexts } from './guide-texts.ts';

/** The steps at the network that come before connecting; nothing where none are known. */
export function Guide({ platformId }: { platformId: string }) {
  const steps = (guideTexts.steps as Record<string, readonly string[]>)[platformId];
  if (!steps) return null;
  return (
    <section aria-label={guideTexts.title}>
      <h3 className={classes.heading}>{guideTexts.title}</h3>
      <List type="ordered" size="sm" spacing={6}>
        {steps.map((step) => (
          <List.Item key={step}>{step}</List.Item>
        ))}
      </List>
    </section>
  );
}
