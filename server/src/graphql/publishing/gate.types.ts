import { Field, ObjectType } from 'type-graphql';
import type { Translate } from '../../languages/translate.ts';
import type { TargetReadiness } from '../../publishing/gates/target-faults.ts';
import type { Gate, GateName, GateStatus } from '../../publishing/gates.ts';
import type { Readiness, ReadinessState } from '../../publishing/jobs/readiness.ts';
import { createEnum } from '../engine/create-enum.ts';

const GateNameEnum = createEnum<GateName>('GateName', 'The conditions of publishing, in the order in which they are always listed.', {
  launch: 'The operator has signed every launch step. Until then only the sandbox publishes.',
  account: 'The account is approved.',
  permission: 'The grant is active, has the required scope and is within its limits.',
  approval: 'People have approved the current content.',
  connection: 'Every target has a healthy connection.',
  payload: 'Every payload satisfies its platform’s rules.',
  safety: 'The safety checks have no blocking findings.',
  credits: 'Enough credits are available.',
  schedule: 'The scheduled time has come, outside of quiet hours.',
});

const GateStatusEnum = createEnum<GateStatus>('GateStatus', 'The state of a gate.', {
  pass: 'Passed.',
  wait: 'Waiting for time to pass, or for a person’s decision.',
  block: 'Blocked until the remedy is carried out.',
});

const ReadinessStateEnum = createEnum<ReadinessState>('ReadinessState', 'The combined state of all gates.', {
  ready: 'Every gate has passed.',
  waiting: 'No gate is blocked; at least one is waiting.',
  blocked: 'At least one gate is blocked.',
  ended: 'The job has ended. The gates show the state at that time, not the current one.',
});

@ObjectType('Gate', { description: 'A condition of publishing and its current state.' })
export class GateType {
  @Field(() => GateNameEnum, { description: 'The condition.' })
  gate!: GateName;

  @Field(() => GateStatusEnum, { description: 'The state of the gate.' })
  status!: GateStatus;

  @Field(() => String, { description: 'The stable code of the reason, for instance `connection_revoked`; `ok` if the gate has passed.' })
  code!: string;

  @Field(() => String, { description: 'The reason, as a sentence.' })
  message!: string;

  @Field(() => String, { nullable: true, description: 'What to do, as a sentence; null if there is nothing to do.' })
  remedy!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The target concerned, for instance a platform or a connection id; null if the whole job is concerned.',
  })
  target!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The name of the target, if it can be removed so the other targets are published (`leaveOut`); null if it cannot.',
  })
  leaveOut!: string | null;
}

const TargetStateEnum = createEnum<TargetReadiness['state']>('TargetState', 'The state of one target of a post.', {
  ready: 'Ready: no obstacle of its own.',
  waiting: 'Waiting until its network accepts posts again; then sent automatically.',
  held: 'Held by a problem with its own account or content; the other targets are published.',
  under_way: 'Being sent, or its outcome is not known yet.',
  ended: 'Published, failed or cancelled.',
});

@ObjectType('TargetReadiness', { description: 'The readiness of one target of a post. A held target does not hold up the others.' })
export class TargetReadinessType {
  @Field(() => String, { description: 'The platform’s id, for instance `bluesky`.' })
  platform!: string;

  @Field(() => String, { nullable: true, description: 'The connection, `con_…`; null if there was none when the content was frozen.' })
  connectionId!: string | null;

  @Field(() => String, { description: 'The account and network by name, or only the network.' })
  name!: string;

  @Field(() => TargetStateEnum, { description: 'The state of the target.' })
  state!: TargetReadiness['state'];

  @Field(() => String, { nullable: true, description: 'The stable code of the obstacle; null if there is none.' })
  code!: string | null;

  @Field(() => String, { nullable: true, description: 'The obstacle, as a sentence; null if there is none.' })
  message!: string | null;

  @Field(() => String, { nullable: true, description: 'What to do, as a sentence; null if there is nothing to do.' })
  remedy!: string | null;
}

@ObjectType('Readiness', {
  description: 'Whether a job could be published now, with all reasons. Computed on request, without calling a platform.',
})
export class ReadinessType {
  @Field(() => ReadinessStateEnum, { description: 'The combined state of all gates.' })
  state!: ReadinessState;

  @Field(() => [GateType], { description: 'All nine gates, always in the same order.' })
  gates!: GateType[];

  @Field(() => [TargetReadinessType], { description: 'All targets, in the order of the content.' })
  targets!: TargetReadinessType[];
}

export function toGateType({ gate, status, code, message, remedy, target, leaveOut }: Gate, translate: Translate): GateType {
  return {
    ...{ gate, status, code, target: target ?? null },
    message: translate(message),
    // Null, not an empty text, tells programs that there is no remedy.
    remedy: translate(remedy) || null,
    leaveOut: leaveOut === undefined ? null : translate(leaveOut),
  };
}

export function toReadinessType({ state, gates, targets }: Readiness, translate: Translate): ReadinessType {
  return {
    state,
    gates: gates.map((gate) => toGateType(gate, translate)),
    targets: targets.map((target) => toTargetReadinessType(target, translate)),
  };
}

export function toTargetReadinessType({ name, message, remedy, ...target }: TargetReadiness, translate: Translate): TargetReadinessType {
  return { ...target, name: translate(name), message: message && translate(message), remedy: (remedy && translate(remedy)) || null };
}
