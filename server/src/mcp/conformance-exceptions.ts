/** The suite expects an example server of its own, with its tools, resources and prompts by name. */
const FIXTURE = 'It asks for a tool, resource or prompt of the suite’s example server by name.';
const DIAGNOSTIC = 'It asks for a diagnostic tool of the suite’s example server by name.';
const TASKS = 'Tasks are an extension, which the SDK does not have and which is not offered (decision 136).';
const HEADERS = 'No tool here takes an argument from a header.';
const SESSION = 'It needs a session, and nothing is kept here between two requests (decision 070).';
const LOGGING = 'No log messages are offered to clients.';

const EITHER = {
  'completion-complete': FIXTURE,
  'tools-call-simple-text': FIXTURE,
  'tools-call-image': FIXTURE,
  'tools-call-audio': FIXTURE,
  'tools-call-embedded-resource': FIXTURE,
  'tools-call-mixed-content': FIXTURE,
  'tools-call-error': FIXTURE,
  'tools-call-with-progress': FIXTURE,
  'resources-read-text': FIXTURE,
  'resources-read-binary': FIXTURE,
  'resources-templates-read': FIXTURE,
  'prompts-get-simple': FIXTURE,
  'prompts-get-with-args': FIXTURE,
  'prompts-get-embedded-resource': FIXTURE,
  'prompts-get-with-image': FIXTURE,
  'json-schema-2020-12': FIXTURE,
};

/**
 * The scenarios of the protocol's conformance suite that do not apply to this service, each with its reason: a
 * scenario, or `scenario:check` if its other checks do apply. `conformance.proof.ts` fails for missing and for
 * needless entries.
 */
export const NOT_OURS: Readonly<Record<'2026-07-28' | '2025-11-25', Readonly<Record<string, string>>>> = {
  '2026-07-28': {
    ...EITHER,
    'server-stateless:sep-2575-server-rejects-undeclared-capability': DIAGNOSTIC,
    'server-stateless:sep-2575-missing-capability-http-400': DIAGNOSTIC,
    'server-stateless:sep-2575-http-server-no-independent-requests-on-stream': DIAGNOSTIC,
    'server-stateless:sep-2575-server-no-log-without-loglevel': DIAGNOSTIC,
    'input-required-result-basic-elicitation': FIXTURE,
    'input-required-result-basic-sampling': FIXTURE,
    'input-required-result-basic-list-roots': FIXTURE,
    'input-required-result-request-state': FIXTURE,
    'input-required-result-multiple-input-requests': FIXTURE,
    'input-required-result-multi-round': FIXTURE,
    'input-required-result-non-tool-request': FIXTURE,
    'input-required-result-result-type': FIXTURE,
    'input-required-result-tampered-state': FIXTURE,
    'input-required-result-capability-check': FIXTURE,
    'tasks-lifecycle': TASKS,
    'tasks-capability-negotiation': TASKS,
    'tasks-wire-fields': TASKS,
    'tasks-request-state-removal': TASKS,
    'tasks-mrtr-input': TASKS,
    'tasks-request-headers': TASKS,
    'tasks-dispatch-and-envelope': TASKS,
    'tasks-required-task-error': TASKS,
    'tasks-mrtr-composition': TASKS,
    'http-custom-header-server-validation': HEADERS,
  },
  '2025-11-25': {
    ...EITHER,
    'logging-set-level': LOGGING,
    'tools-call-with-logging': LOGGING,
    'tools-call-sampling': FIXTURE,
    'tools-call-elicitation': FIXTURE,
    'elicitation-sep1034-defaults': FIXTURE,
    'elicitation-sep1330-enums': FIXTURE,
    'resources-subscribe': SESSION,
    'resources-unsubscribe': SESSION,
  },
};
