import type { Address } from '../http/address.ts'
import { UsageError } from './usage-error.ts'

/** Reads `[host:]port`; the host is the loopback when absent. */
export function readAddress(text: string): Address {
  const [, host, digits] = /^(?:(\[[^\]]+\]|[^:\s]+):)?(\d+)$/.exec(text) ?? []
  const port = Number(digits)
  if (digits === undefined || port > 65535) {
    throw new UsageError(`--http takes [host:]port, like 3000 or 0.0.0.0:3000, not "${text}"`)
  }
  return { host: host?.replace(/^\[|\]$/g, '') ?? '127.0.0.1', port }
}
