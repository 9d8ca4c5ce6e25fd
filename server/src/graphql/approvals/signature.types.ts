import { GraphQLJSON } from 'graphql-scalars';
import { Field, ID, InputType, ObjectType } from 'type-graphql';
import type { GivenSignature } from '../../approvals/signatures/accept-signature.ts';
import type { SignatureRequest, ToBeSigned } from '../../approvals/signatures/request-signature.ts';
import type { StandingStatement, Statement } from '../../approvals/signatures/statement.ts';

@InputType('ToBeSignedInput', { description: 'Content that a person has seen and is about to approve.' })
export class ToBeSignedInput implements ToBeSigned {
  @Field(() => ID, { description: 'The approval, `apr_…`.' })
  approvalId!: string;

  @Field(() => String, { description: 'The hash of the content that the person has seen.' })
  contentHash!: string;

  @Field(() => String, { nullable: true, description: 'When approving with edits: the hash returned by `editPreview`.' })
  editedHash?: string | null;
}

@InputType('BeginSignatureInput', { description: 'The content for a signature to cover.' })
export class BeginSignatureInput {
  @Field(() => ID, { description: 'The workspace of all the approvals, `wsp_…`.' })
  workspaceId!: string;

  @Field(() => [ToBeSignedInput], { description: 'The content, at most 50 approvals.' })
  approvals!: ToBeSignedInput[];
}

@ObjectType('SignatureRequest', { description: 'A statement and the options for a browser to sign it with a passkey.' })
export class SignatureRequestType implements SignatureRequest<Statement | StandingStatement> {
  @Field(() => GraphQLJSON, {
    description:
      'The statement to sign: the content hashes, the signer, the workspace and the expiry. Its hash is the challenge. Return it unchanged with the signature.',
  })
  statement!: Statement | StandingStatement;

  @Field(() => GraphQLJSON, { description: 'The WebAuthn options for the browser (PublicKeyCredentialRequestOptionsJSON).' })
  options!: SignatureRequest<Statement>['options'];
}

@InputType('GivenSignatureInput', { description: 'A passkey signature.' })
export class GivenSignatureInput implements GivenSignature {
  @Field(() => GraphQLJSON, { description: 'The statement, exactly as returned by `beginSignature` or `beginStandingSignature`.' })
  statement!: unknown;

  @Field(() => GraphQLJSON, { description: 'The browser’s response (AuthenticationResponseJSON).' })
  response!: unknown;
}
