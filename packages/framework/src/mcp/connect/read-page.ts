import { describeUrl } from '../../tools/described-url.ts'
import { SweatpantsError } from '../../tools/errors.ts'

/** Returns the URL of a page of another server, which is encrypted or on this machine. */
export function readPage(url: unknown): string {
  const page = typeof url === 'string' && URL.canParse(url) ? new URL(url).href : undefined
  if (page !== undefined && /^https?:/.test(page) && describeUrl(page).isSafe) return page
  throw new SweatpantsError(`the host opens https pages, and http pages of its own machine, not ${JSON.stringify(url)}`)
}
