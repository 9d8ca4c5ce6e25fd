import { Account } from '../access/account.entity.ts';
import { AttemptWindow } from '../access/attempts/attempt-window.entity.ts';
import { Agent } from '../access/grants/agent.entity.ts';
import { ApiKey } from '../access/grants/api-key.entity.ts';
import { Grant } from '../access/grants/grant.entity.ts';
import { Mail } from '../access/mail/mail.entity.ts';
import { Invitation } from '../access/members/invitation.entity.ts';
import { Membership } from '../access/membership.entity.ts';
import { Notice } from '../access/notices/notice.entity.ts';
import { ServiceMatter } from '../access/notices/service-matter.entity.ts';
import { OauthClient } from '../access/oauth/clients/oauth-client.entity.ts';
import { GrantRequest } from '../access/oauth/grant-request.entity.ts';
import { Passkey } from '../access/passkeys/passkey.entity.ts';
import { WebauthnChallenge } from '../access/passkeys/webauthn-challenge.entity.ts';
import { PasswordReset } from '../access/passwords/password-reset.entity.ts';
import { RecoveryCode } from '../access/second-factor/recovery-code.entity.ts';
import { SignInStep } from '../access/second-factor/sign-in-step.entity.ts';
import { TotpSecret } from '../access/second-factor/totp-secret.entity.ts';
import { Session } from '../access/sessions/session.entity.ts';
import { SetupToken } from '../access/setup/setup-token.entity.ts';
import { Signup } from '../access/signups/signup.entity.ts';
import { User } from '../access/user.entity.ts';
import { Workspace } from '../access/workspace.entity.ts';
import { Approval } from '../approvals/approval.entity.ts';
import { ApprovalDecision } from '../approvals/approval-decision.entity.ts';
import { ClientCode, ClientSession } from '../approvals/clients/client-code.entity.ts';
import { ClientLink, ClientLinkDraft } from '../approvals/clients/client-link.entity.ts';
import { ClientLinkToken, ClientRecall } from '../approvals/clients/client-recall.entity.ts';
import { DecisionSignature } from '../approvals/signatures/decision-signature.entity.ts';
import { StandingApproval } from '../approvals/standing/standing-approval.entity.ts';
import { AuditEntry } from '../audit/audit-entry.entity.ts';
import { AuditHead } from '../audit/audit-head.entity.ts';
import { AuditLink } from '../audit/audit-link.entity.ts';
import { AuditRoll } from '../audit/audit-roll.entity.ts';
import { AuditCut } from '../audit/cuts/audit-cut.entity.ts';
import { Caption } from '../captions/caption.entity.ts';
import { CaptionSet } from '../captions/caption-set.entity.ts';
import { ModelCall } from '../captions/model/model-call.entity.ts';
import { Comment } from '../comments/comment.entity.ts';
import { ConnectRequest } from '../connections/connect-request.entity.ts';
import { Connection } from '../connections/connection.entity.ts';
import { CreditAlert } from '../credits/credit-alert.entity.ts';
import { CreditBalance } from '../credits/credit-balance.entity.ts';
import { CreditEntry } from '../credits/credit-entry.entity.ts';
import { CreditHold } from '../credits/credit-hold.entity.ts';
import { CreditOrder } from '../credits/payments/credit-order.entity.ts';
import { StripeEvent } from '../credits/payments/stripe-event.entity.ts';
import { PlatformSurcharge } from '../credits/surcharges/platform-surcharge.entity.ts';
import { Draft } from '../drafts/draft.entity.ts';
import { DraftAuthor } from '../drafts/draft-author.entity.ts';
import { Event, EventHead, UnreadEvent } from '../events/event.entity.ts';
import { IdempotencyKey } from '../http/idempotency/idempotency-key.entity.ts';
import { LaunchStep } from '../launch/launch-step.entity.ts';
import { ServiceSwitch } from '../launch/service-switch.entity.ts';
import { LinkCard } from '../links/link-card.entity.ts';
import { Media } from '../media/media.entity.ts';
import { Rendition } from '../media/rendition.entity.ts';
import { Mention } from '../mentions/mention.entity.ts';
import { ApprovalReminder } from '../notices/approval-reminder.entity.ts';
import { NoticeChat } from '../notices/chats/notice-chat.entity.ts';
import { NoticeDelivery } from '../notices/notice-delivery.entity.ts';
import { NoticeSettings } from '../notices/notice-settings.entity.ts';
import { PushDevice } from '../notices/push/push-device.entity.ts';
import { ServiceKey } from '../notices/push/service-key.entity.ts';
import { ApprovalTurn, WeeklySummary } from '../notices/reminder-rounds.entity.ts';
import { Payload } from '../payloads/payload.entity.ts';
import { Attempt } from '../publishing/attempt.entity.ts';
import { Publication } from '../publishing/publication.entity.ts';
import { PublishJob } from '../publishing/publish-job.entity.ts';
import { PublishJobRevision } from '../publishing/publish-job-revision.entity.ts';
import { QuotaUse } from '../publishing/quotas/quota-use.entity.ts';
import { ManualResolution } from '../publishing/reconciliation/manual-resolution.entity.ts';
import { Retraction } from '../publishing/retraction.entity.ts';
import { Verification } from '../publishing/verification.entity.ts';
import { ModerationAnswer } from '../safety/moderation/moderation-answer.entity.ts';
import { SafetyLift } from '../safety/safety-lift.entity.ts';
import { SandboxPost } from '../sandbox/sandbox-post.entity.ts';
import { SandboxTry } from '../sandbox/sandbox-try.entity.ts';
import { WebhookDelivery } from '../webhooks/webhook-delivery.entity.ts';
import { WebhookEndpoint } from '../webhooks/webhook-endpoint.entity.ts';
import { Installation } from './installation.entity.ts';

/** Every table of the service. */
export const ENTITIES = [
  Account,
  User,
  Membership,
  Workspace,
  Session,
  SetupToken,
  Signup,
  Invitation,
  PasswordReset,
  TotpSecret,
  RecoveryCode,
  SignInStep,
  Passkey,
  WebauthnChallenge,
  Agent,
  Grant,
  ApiKey,
  OauthClient,
  GrantRequest,
  Notice,
  ServiceMatter,
  NoticeSettings,
  NoticeDelivery,
  ApprovalReminder,
  ApprovalTurn,
  WeeklySummary,
  PushDevice,
  NoticeChat,
  ServiceKey,
  Mail,
  AuditEntry,
  AuditLink,
  AuditHead,
  AuditRoll,
  AuditCut,
  ConnectRequest,
  Connection,
  Draft,
  DraftAuthor,
  CaptionSet,
  Caption,
  ModelCall,
  ModerationAnswer,
  Payload,
  Approval,
  DecisionSignature,
  ApprovalDecision,
  StandingApproval,
  ClientLink,
  ClientLinkDraft,
  ClientCode,
  ClientSession,
  ClientRecall,
  ClientLinkToken,
  Comment,
  PublishJob,
  PublishJobRevision,
  Publication,
  Attempt,
  ManualResolution,
  Verification,
  Retraction,
  SafetyLift,
  CreditBalance,
  CreditHold,
  CreditEntry,
  PlatformSurcharge,
  CreditAlert,
  CreditOrder,
  StripeEvent,
  LaunchStep,
  Installation,
  ServiceSwitch,
  QuotaUse,
  Media,
  Rendition,
  LinkCard,
  Mention,
  SandboxPost,
  SandboxTry,
  IdempotencyKey,
  AttemptWindow,
  Event,
  EventHead,
  UnreadEvent,
  WebhookEndpoint,
  WebhookDelivery,
];
