import type { ExportedEntry } from '../../audit/export-audit.ts';
import type { JsonObject } from '../../platforms/platform.ts';
import type { Gate } from '../gates/gate.ts';

/** One target of the approved content, in the order of the content hash. */
export interface EvidencePayload {
  payload_id: string;
  platform: string;
  connection_id: string | null;
  account: string | null;
  /** Exactly what was approved; nothing else was sent. */
  payload: JsonObject;
  /** SHA-256 of the canonical JSON of `payload`. */
  payload_hash: string;
  /** The share of the source that the text contains, where it was shortened to the first paragraphs; otherwise absent. */
  kept_percent?: number;
  /** The source of `payload`, to check it against the template; only for content under a standing approval. */
  post?: JsonObject;
}

export interface EvidenceAttempt {
  number: number;
  started_at: string;
  ended_at: string | null;
  outcome: string | null;
  /** The platform's response, in a sentence. */
  answer: string | null;
  /** The gates when the intent was written; null for attempts from before this was stored. */
  gates: Gate[] | null;
}

export interface EvidencePublication {
  publication_id: string;
  payload_id: string;
  platform: string;
  connection_id: string | null;
  state: string;
  /** Everything that made the attempt repeatable; null without an attempt. */
  intent: JsonObject | null;
  provider_id: string | null;
  provider_url: string | null;
  published_at: string | null;
  failure: { code: string; message: string } | null;
  attempts: EvidenceAttempt[];
  /**
   * Readings of the published post, compared with what was signed, oldest first; absent in documents from before
   * there were any.
   */
  verifications?: {
    result: string;
    seen_by: string | null;
    differences: { field: string; signed: string; published: string | null }[];
    /** The fields that were compared; null if it was not read, and absent in documents from before this was recorded. */
    compared?: string[] | null;
    /** What the post has and the network did not report; null and absent as above. */
    not_readable?: string[] | null;
    message: string | null;
    at: string;
  }[];
  /**
   * The outcome of the first comment, whose text is in `payload`; absent if there is none, or nothing was
   * sent.
   */
  first_comment?: {
    first_comment_id: string;
    state: string;
    attempts: number;
    provider_id: string | null;
    provider_url: string | null;
    message: string | null;
    ended_at: string | null;
  };
  /** Its removal from the network; absent if none was requested. */
  retraction?: {
    retraction_id: string;
    state: string;
    content_hash: string;
    reason: string;
    requested_by: string;
    decided_by: string | null;
    decided_at: string | null;
    ended_at: string | null;
    message: string | null;
  };
  settlement: { verdict: string; reason: string; evidence_url: string | null; by: string; user_id: string; at: string } | null;
  /**
   * Its price in credits; 0 where it is free, or was found published after a restore without credits. Absent in documents from
   * before this was stored.
   */
  credits?: number;
  credit: {
    /** `credits` is absent in documents from when each publication cost one. */
    hold: { hold_id: string; bucket: string; credits?: number; state: string; created_at: string; ended_at: string | null };
    entries: { entry_id: string; bucket: string; kind: string; available_delta: number; held_delta: number; at: string }[];
  } | null;
}

/** A passkey's signature with everything needed to verify it. The last four fields are in base64url. */
export interface EvidenceSignature {
  /** Its hash is the challenge in `client_data_json`: SHA-256 over its format, a zero byte, and itself as canonical JSON. */
  statement: JsonObject;
  /** The key's COSE algorithm: `ES256`. */
  algorithm: string;
  credential_id: string;
  /** COSE key. */
  public_key: string;
  authenticator_data: string;
  client_data_json: string;
  /** Covers `authenticator_data` and the SHA-256 of `client_data_json`. */
  signature: string;
}

/** A standing approval: signed with the passkey if there is a signature, otherwise within the session. */
export interface EvidenceStanding {
  standing_approval_id: string;
  user_id: string | null;
  /** The signer's address. */
  address?: EvidenceAddress;
  /** The agent of the posts; absent in documents from before there were signatures. */
  agent_id?: string;
  signed_at: string | null;
  ends_at: string | null;
  per_day: number;
  /** The time zone of its days. */
  time_zone?: string;
  credits: number;
  /** SHA-256 over the canonical JSON of `template`. */
  template_hash: string;
  /** One for each account, in the order of `content`: its texts with their slots, everything else literal. */
  template: JsonObject[];
  signature?: EvidenceSignature | null;
}

/** A person's mail address, and how it was verified: names are chosen freely. */
export interface EvidenceAddress {
  email: string;
  /** Null if it is unverified; then the decision does not count. */
  confirmed_at: string | null;
  /**
   * `set_up`: with the service itself; `operator`: confirmed by the operator; `sign_up_mail`, `invitation_mail` and
   * `reset_mail`: by a mailed link; `code_mail`: by a mailed code. Null if unverified, or verified before this was
   * stored.
   */
  proof: 'set_up' | 'operator' | 'sign_up_mail' | 'invitation_mail' | 'reset_mail' | 'code_mail' | null;
}

export interface EvidenceDecision {
  decision_id: string;
  decision: string;
  comment: string | null;
  /** The person's name, or the client's mail address. */
  by: string;
  /** The name that a client gave for the record; absent if they gave none. */
  client_name?: string;
  /** Null for a decision by a client or a standing approval. */
  user_id: string | null;
  /** The person's or client's address; absent in documents from before this was stored. */
  address?: EvidenceAddress;
  /**
   * The standing approval that `by` signed beforehand and that covered this content without a review; absent
   * if a person decided.
   */
  standing_approval?: EvidenceStanding;
  /** The link by which a client decided; absent in documents from before there were any. */
  client_link_id?: string | null;
  /** Whether it was one of the required approvals, or an opinion. */
  counts?: boolean;
  content_hash: string;
  /** The key of the decision's stage. */
  stage?: string;
  at: string;
  /**
   * What backs the decision: the person's own passkey signature; otherwise only the service's record of a signed-in
   * session or of a code sent to the client's address.
   */
  signed_by?: 'passkey' | 'session' | 'client_link' | 'standing_approval';
  signature?: EvidenceSignature | null;
}

export interface EvidenceApproval {
  approval_id: string;
  state: string;
  content_hash: string;
  approvals_required: number;
  /**
   * The approval's stages, in order; absent if it was one decision, and in documents from before there were
   * stages.
   */
  stages?: { name: string; who: string; required: number; key: string }[];
  /** Whether each approval had to be signed with a passkey; absent in documents from before there were signatures. */
  signature_required?: boolean;
  asked_at: string;
  decisions: EvidenceDecision[];
}

/** Everything known about a publish job, as one document that can be verified without the service. */
export interface EvidenceFacts {
  format: 'countersign-evidence/1';
  service: string;
  exported_at: string;
  job: {
    job_id: string;
    draft_id: string;
    workspace_id: string;
    account_id: string;
    state: string;
    mode: string;
    content_hash: string;
    asked_by: { kind: string; name: string };
    /**
     * Everyone with content in it, and their last revision of the draft; absent in documents from before this was
     * stored.
     */
    authors?: { kind: string; name: string; revision: number }[];
    /** The job's revisions; the last one was published. */
    revisions?: { revision: number; content_hash: string; approval_id: string | null; by: { kind: string; name: string }; at: string }[];
    scheduled_at: string | null;
    created_at: string;
  };
  content: EvidencePayload[];
  approval: EvidenceApproval | null;
  publications: EvidencePublication[];
  /** The related audit entries, oldest first. */
  audit: ExportedEntry[];
  /** Set if older entries were dropped by age. */
  audit_kept_from?: string;
}

/** The facts, the digest of each of their parts, and a signature over the digests. */
export interface Evidence extends EvidenceFacts {
  seal: {
    /** RFC 6901 pointer of each part, with the SHA-256 of its canonical JSON. */
    digests: Record<string, string>;
    algorithm: 'Ed25519';
    key: { kty: 'OKP'; crv: 'Ed25519'; x: string; kid: string };
    /** Over the canonical JSON of `digests`, in base64url. */
    signature: string;
  };
}
