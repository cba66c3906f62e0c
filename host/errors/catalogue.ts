/**
 * Every way this project fails, in one table. `repeat` says whether the identical call may be repeated; `recover` is
 * what the caller should do next, in words that name no product of ours but its tools and commands.
 */
export const ERRORS = {
  BROWSER_CONFIG_INVALID: { repeat: false, recover: 'Correct the setting that the message names.' },
  BROWSER_INPUT_INVALID: { repeat: false, recover: 'Correct the argument that the message names.' },

  BROWSER_PROVIDER_MISSING: { repeat: false, recover: 'Install or name a provider that is registered.' },
  BROWSER_PROVIDER_UNAVAILABLE: {
    repeat: false,
    recover: 'Follow the reason the provider gives; `dsh-browser-runtime doctor` checks it.',
  },
  BROWSER_PROVIDER_AMBIGUOUS: { repeat: false, recover: 'Name one provider in the configuration.' },
  BROWSER_PROVIDER_DUPLICATE: { repeat: false, recover: 'Register each provider id once.' },
  BROWSER_PROVIDER_INVALID: { repeat: false, recover: 'Complete the provider: the message names what it lacks.' },
  BROWSER_CAPABILITY_UNSUPPORTED: { repeat: false, recover: 'Use a provider with this capability.' },
  BROWSER_PROVIDER_UNLOADED: { repeat: true, recover: 'Call again once a provider is registered.' },
  BROWSER_PROVIDER_FAILED: { repeat: true, recover: 'Call again; if that fails too, browser_open the page anew.' },

  BROWSER_OWNER_CONFLICT: { repeat: false, recover: 'Release the other lease or ask for the same settings.' },
  BROWSER_SESSION_CONFLICT: { repeat: true, recover: 'Wait until the other holder of this session is done.' },
  BROWSER_ENVIRONMENT_LIMIT: { repeat: true, recover: 'Release an environment, or raise the limit.' },
  BROWSER_LEASE_RELEASED: { repeat: false, recover: 'Acquire a new lease.' },
  BROWSER_ENVIRONMENT_LOST: { repeat: true, recover: 'browser_open: the browser is started anew.' },
  BROWSER_CANCELLED: { repeat: true, recover: 'Call again.' },
  BROWSER_RUNTIME_CLOSED: { repeat: false, recover: 'The runtime is shutting down.' },

  BROWSER_OBSERVATION_SUPERSEDED: { repeat: false, recover: 'browser_observe, then use its refs.' },
  BROWSER_OBSERVATION_MISSING: { repeat: false, recover: 'browser_open or browser_observe first.' },
  BROWSER_REF_UNKNOWN: { repeat: false, recover: 'Use a ref of the newest observation.' },
  BROWSER_TARGET_STALE: { repeat: false, recover: 'browser_observe, then use its refs.' },
  BROWSER_TARGET_AMBIGUOUS: { repeat: false, recover: 'Use one of the refs listed.' },
  BROWSER_TARGET_NOT_FOUND: { repeat: false, recover: 'browser_find or browser_observe.' },
  BROWSER_TARGET_COVERED: { repeat: false, recover: 'Deal first with what covers it.' },
  BROWSER_TARGET_UNSUITABLE: { repeat: false, recover: 'Choose an element that takes this action.' },

  BROWSER_POLICY_DENIED: { repeat: false, recover: 'Choose another way; the operator does not allow this one.' },
  BROWSER_NAVIGATION_FAILED: { repeat: true, recover: 'Check the address, or try again later.' },
  BROWSER_NAVIGATION_TIMEOUT: { repeat: true, recover: 'browser_observe shows what has loaded; or try again.' },
  BROWSER_ACTION_TIMEOUT: { repeat: false, recover: 'browser_observe to see what happened.' },
  BROWSER_ACTION_FAILED: { repeat: false, recover: 'browser_observe to see what happened.' },
  BROWSER_ACTION_EVIDENCE_FAILED: {
    repeat: false,
    recover: 'browser_observe: the action ran, its result was not seen.',
  },
  BROWSER_PAGE_UNRESPONSIVE: { repeat: false, recover: 'browser_open another page, or the same one again.' },
  BROWSER_PAGE_CRASHED: { repeat: true, recover: 'browser_open the page again.' },
  BROWSER_DIALOG_OPEN: { repeat: false, recover: 'Answer the dialog first.' },
  BROWSER_EXTRACTION_EMPTY: { repeat: false, recover: 'Extract another kind, or observe the page.' },
  BROWSER_SCREENSHOT_FAILED: { repeat: true, recover: 'Try again, or with a smaller area.' },

  BROWSER_CREDENTIAL_UNKNOWN: { repeat: false, recover: 'Use a credential the operator has set up.' },
  BROWSER_CREDENTIAL_DENIED: { repeat: false, recover: 'Ask the operator.' },

  BROWSER_CHECKPOINT_UNSUPPORTED: { repeat: false, recover: 'Use a provider with checkpoints.' },
  BROWSER_CHECKPOINT_FAILED: { repeat: true, recover: 'Try again; the earlier checkpoint is kept.' },
  BROWSER_CHECKPOINT_METADATA_FAILED: {
    repeat: true,
    recover: 'Check the store; nothing was kept of this checkpoint.',
  },
  BROWSER_CHECKPOINT_MISMATCH: { repeat: false, recover: 'Clear the checkpoint: another build or provider wrote it.' },
  BROWSER_CHECKPOINT_PAYLOAD_MISSING: { repeat: true, recover: 'The session opens fresh.' },
  BROWSER_STORE_FAILED: { repeat: true, recover: 'Check the store that the message names.' },
} as const satisfies Record<`BROWSER_${string}`, { repeat: boolean; recover: string }>

export type BrowserErrorCode = keyof typeof ERRORS
