/**
 * `dsh-browser-runtime`: the control plane. The default export is the Cordis service; everything a provider or a consumer
 * needs beside it is a named export.
 */
export type * from '../shared/extraction.ts'
export { EXTRACTION_KINDS } from '../shared/extraction.ts'
export type * from '../shared/observation.ts'
export { BrowserError, type BrowserErrorDetails, isBrowserError } from './errors/browser-error.ts'
export { type BrowserErrorCode, ERRORS } from './errors/catalogue.ts'
export { type NetworkPolicy, STRICT_POLICY } from './network/policy.ts'
export type * from './provider/types.ts'
export { describeChange } from './runtime/change.ts'
export { RuntimeConfig } from './runtime/config.ts'
export { BrowserRuntime, BrowserRuntime as default } from './runtime/service.ts'
export type * from './runtime/types.ts'
export type { RuntimeStore, StoredCheckpoint } from './stores/types.ts'
