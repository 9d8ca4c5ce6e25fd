import { GraphQLJSON } from 'graphql-scalars';
import { Field, ID, InputType, ObjectType } from 'type-graphql';
import type { GivenSignature } from '../../approvals/signatures/accept-signature.ts';
import type { SignatureRequest, ToBeSigned } from '../../approvals/signatures/request-signature.ts';
import type { StandingStatement, Statement } from '../../approvals/signatures/statement.ts';

@InputType('ToBeSignedInput', { description: 'What a person has before them and is about to approve.' })
export class ToBeSignedInput implements ToBeSigned {
  @Field(() => ID, { description: 'The request for approval.' })
  approvalId!: string;

  @Field(() => String, { description: 'The hash of what was seen.' })
  contentHash!: string;

  @Field(() => String, { nullable: true, description: 'Where it is edited in the same act: the hash that `editPreview` gave.' })
  editedHash?: string | null;
}

@InputType('BeginSignatureInput', { description: 'What a signature will cover.' })
export class BeginSignatureInput {
  @Field(() => ID, { description: 'The workspace of all of them.' })
  workspaceId!: string;

  @Field(() => [ToBeSignedInput], { description: 'At most 50.' })
  approvals!: ToBeSignedInput[];
}

@ObjectType('SignatureRequest', { description: 'What a browser needs to have a person sign.' })
export class SignatureRequestType implements SignatureRequest<Statement | StandingStatement> {
  @Field(() => GraphQLJSON, {
    description: 'What is signed: the content hashes, by whom, where and until when. Its hash is the challenge. It goes back as it is.',
  })
  statement!: Statement | StandingStatement;

  @Field(() => GraphQLJSON, { description: 'PublicKeyCredentialRequestOptionsJSON of WebAuthn.' })
  options!: SignatureRequest<Statement>['options'];
}

@InputType('GivenSignatureInput', { description: 'What the person’s passkey signed.' })
export class GivenSignatureInput implements GivenSignature {
  @Field(() => GraphQLJSON, { description: 'The statement, as `beginSignature` or `beginStandingSignature` gave it.' })
  statement!: unknown;

  @Field(() => GraphQLJSON, { description: 'What the browser answered (AuthenticationResponseJSON).' })
  response!: unknown;
}
