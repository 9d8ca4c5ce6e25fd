import { Field, ObjectType } from 'type-graphql';
import type { Translate } from '../../languages/translate.ts';
import type { TargetReadiness } from '../../publishing/gates/target-faults.ts';
import type { Gate, GateName, GateStatus } from '../../publishing/gates.ts';
import type { Readiness, ReadinessState } from '../../publishing/jobs/readiness.ts';
import { createEnum } from '../engine/create-enum.ts';

const GateNameEnum = createEnum<GateName>('GateName', 'The conditions of live publishing, in the order in which they are always given.', {
  launch: 'The operator has signed every launch step; before that only the sandbox publishes.',
  account: 'The account is approved.',
  permission: 'The grant is active, carries the scope and is within its limits.',
  approval: 'People have approved exactly the current content.',
  connection: 'Every target has a connected, healthy account.',
  payload: 'Every payload fits its platform.',
  safety: 'The safety checks found nothing that blocks.',
  credits: 'There are enough credits.',
  schedule: 'The time has come.',
});

const GateStatusEnum = createEnum<GateStatus>('GateStatus', 'The state of a gate.', {
  pass: 'Open.',
  wait: 'Opens by itself, or by a person who was asked.',
  block: 'Closed until the remedy is carried out.',
});

const ReadinessStateEnum = createEnum<ReadinessState>('ReadinessState', 'What the gates say together.', {
  ready: 'Every gate is open.',
  waiting: 'No gate is closed, at least one waits.',
  blocked: 'At least one gate is closed.',
  ended: 'The job has ended: its gates show the state at that time, not the current one.',
});

@ObjectType('Gate', { description: 'One condition of live publishing and its current state.' })
export class GateType {
  @Field(() => GateNameEnum, { description: 'Which condition.' })
  gate!: GateName;

  @Field(() => GateStatusEnum, { description: 'Its state.' })
  status!: GateStatus;

  @Field(() => String, { description: 'Stable code of the reason, for instance `connection_revoked`; `ok` when it is open.' })
  code!: string;

  @Field(() => String, { description: 'The reason, in a sentence.' })
  message!: string;

  @Field(() => String, { nullable: true, description: 'What to do, in a sentence; null when there is nothing to do.' })
  remedy!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'What it is about, for instance a platform or a connection id; null when it is about the whole job.',
  })
  target!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Its target by name, where the rest of the post can go on without it (`leaveOut`); null where it cannot.',
  })
  leaveOut!: string | null;
}

const TargetStateEnum = createEnum<TargetReadiness['state']>('TargetState', 'How far one target of a post is.', {
  ready: 'Nothing of its own keeps it.',
  waiting: 'Its network takes no more posts for now; it goes out by itself.',
  held: 'A fault of its own account or content holds it; the other targets go out.',
  under_way: 'It is being sent, or its outcome is not known yet.',
  ended: 'It went out, failed or was cancelled.',
});

@ObjectType('TargetReadiness', { description: 'One target of a post, and what is its own: one that is held does not hold up the others.' })
export class TargetReadinessType {
  @Field(() => String, { description: 'The network, for instance `bluesky`.' })
  platform!: string;

  @Field(() => String, { nullable: true, description: 'The account; null where none was connected when the content was frozen.' })
  connectionId!: string | null;

  @Field(() => String, { description: 'The account by its name and network, or the network.' })
  name!: string;

  @Field(() => TargetStateEnum, { description: 'How far it is.' })
  state!: TargetReadiness['state'];

  @Field(() => String, { nullable: true, description: 'Stable code of the fault or the pause; null where there is none.' })
  code!: string | null;

  @Field(() => String, { nullable: true, description: 'The fault or the pause, in a sentence.' })
  message!: string | null;

  @Field(() => String, { nullable: true, description: 'What to do, in a sentence.' })
  remedy!: string | null;
}

@ObjectType('Readiness', {
  description: 'Whether a job could go out right now, with every reason. Computed when asked for; calls no platform.',
})
export class ReadinessType {
  @Field(() => ReadinessStateEnum, { description: 'What the gates say together.' })
  state!: ReadinessState;

  @Field(() => [GateType], { description: 'All nine, always in the same order.' })
  gates!: GateType[];

  @Field(() => [TargetReadinessType], { description: 'Every target, in the order of the content.' })
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
