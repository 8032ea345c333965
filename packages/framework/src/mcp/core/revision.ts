import { isObject } from '../../tools/json.ts'

/** The revision without sessions. */
export const REV2026_VERSION = '2026-07-28'

/** The `_meta` key by which a request names its revision. */
export const PROTOCOL_VERSION_META = 'io.modelcontextprotocol/protocolVersion'

/** The revisions that begin with `initialize`, newest first. */
export const SESSION_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07']

/** Whether a message names its revision in `_meta`, which 2026-07-28 and later revisions do. */
export const claimsRev2026 = (message: unknown): boolean =>
  Array.isArray(message) ? message.some(namesVersion) : namesVersion(message)

function namesVersion(message: unknown): boolean {
  if (!isObject(message) || !isObject(message.params) || !isObject(message.params._meta)) return false
  return message.params._meta[PROTOCOL_VERSION_META] !== undefined
}
