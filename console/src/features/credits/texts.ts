import type { CreditBucket, CreditEntryKind, CreditUnit } from '../../gql/graphql.ts';
import { say } from '../../lib/catalogue.ts';
import { locale, number } from '../../lib/language.ts';

export const texts = say('credits', {
  title: 'Credits',
  hidden: 'Only the account’s owners see the credits',
  hiddenHow: 'Ask an owner of the account if you need to know how many are left.',
  units: {
    PUBLICATION: { name: 'For posts you approve', what: 'One credit for each network a post is published on.' },
    AUTOPOSTING: {
      name: 'For posts published automatically',
      what: 'One credit for each network a post is published on without an approval.',
    },
  } satisfies Record<CreditUnit, { name: string; what: string }>,
  buckets: {
    ALLOWANCE: 'Plan allowance of this month',
    PACK: 'Packs you bought',
    TOPUP: 'Autoposting top-ups',
  } satisfies Record<CreditBucket, string>,
  available: 'available',
  held: (count: number): string => `${count} reserved for posts being sent`,
  separate: 'The two kinds are counted separately.',
  budget: {
    title: (workspace: string): string => `Monthly budget of ${workspace}`,
    what: 'How many credits the posts of this workspace may use in a calendar month, both kinds together. Posts beyond it wait for the next month or until you raise it.',
    label: 'Credits a month',
    none: 'No budget: as many as there are.',
    noneHint: 'Leave it empty for no budget.',
    left: (left: number, of: number): string => `${number(left)} of ${number(of)} left this month`,
    used: (used: number): string => `${number(used)} used or held`,
    renews: 'Renews on',
    save: 'Save the budget',
    saved: 'The budget is saved.',
    notSaved: 'The budget was not saved',
  },
  products: 'What can be added',
  priceOf: (cents: number): string => `$${(cents / 100).toFixed(cents % 100 === 0 ? 0 : 2)}`,
  adds: (quantity: number, unit: CreditUnit): string =>
    `+${quantity} ${unit === 'PUBLICATION' ? 'posts you approve' : 'posts published automatically'}`,
  buying: 'Payments are not set up. The operator of this service adds credits.',
  askOperator: (address: string): string => `Request credits: ${address}`,
  chart: {
    title: (from: string, to: string): string => `Used from ${shortDay(from)} to ${shortDay(to)}`,
    empty: 'No credits were used in this period. Use is shown here by day and by agent.',
    total: (count: number): string => `${count} in all`,
    people: 'People',
    others: 'Other agents',
    asTable: 'As a table',
    day: 'Day',
    who: 'For',
    used: 'Used',
    columnOf: (day: string, count: number): string => `${shortDay(day)}: ${count}`,
    dayShort: shortDay,
  },
  burnDown: {
    left: 'Left',
    ahead: 'After the planned posts',
    today: 'today',
    rest: (promised: number, rest: number, until: string): string =>
      `The planned posts until ${shortDay(until)} take ${number(promised)}, and leave ${number(rest)}.`,
    empty: (day: string): string => `The planned posts use the last one on ${shortDay(day)}.`,
    missing: (missing: number, until: string): string => `Until ${shortDay(until)} there are ${number(missing)} too few.`,
    nothing: (promised: number, until: string): string =>
      `The planned posts until ${shortDay(until)} need ${number(promised)}, and nothing is left.`,
  },
  allKinds: 'All changes',
  allBuckets: 'All kinds of credits',
  ledgerNone: 'No entry matches.',
  paying: 'You pay on Stripe’s page; this service never sees your card. The operator can add credits as well.',
  quantity: (label: string): string => `How many: ${label}`,
  buy: (price: string): string => `Buy for ${price}`,
  buyFailed: 'The payment page was not opened',
  bought: 'Thank you',
  boughtHow: 'The credits are added as soon as the payment is confirmed, usually within seconds. The ledger below shows the entry.',
  ledger: 'Ledger',
  ledgerEmpty: 'No entries yet',
  ledgerEmptyHow: 'Every credit that is added, held, used or given back is written down here.',
  kinds: {
    ALLOWANCE: 'Plan allowance',
    PURCHASE: 'Added',
    CORRECTION: 'Correction',
    HOLD: 'Held',
    SETTLE: 'Used',
    RELEASE: 'Given back',
  } satisfies Record<CreditEntryKind, string>,
  columns: { what: 'What', bucket: 'From', available: 'Available', held: 'Held', when: 'When' },
  job: 'Post',
} as const);

/** A calendar day of the workspace's zone: "21 Nov". */
function shortDay(day: string): string {
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
}
