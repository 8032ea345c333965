import type { Citation } from '../session/response.ts'
import { fieldsOf } from './fields.ts'
import { readText, SIZES } from './read-text.ts'

/** What an answer rests on. A citation that cannot be read drops itself, not its neighbours. */
export function readCitations(value: unknown): Citation[] {
  const values = Array.isArray(value) ? value : [value]
  return values.slice(0, SIZES.points).flatMap((one) => readCitation(one) ?? [])
}

function readCitation(value: unknown): Citation | undefined {
  if (typeof value === 'string') return fromLine(value)
  const fields = fieldsOf(value)
  if (fields === undefined) return undefined
  const url = readUrl(fields('url', 'link', 'href', 'uri'))
  const title = readText(fields('title', 'name', 'source', 'citation'), SIZES.point) ?? url
  if (title === undefined) return undefined
  const quote = readText(fields('quote', 'excerpt', 'snippet'), SIZES.point)
  const claim = readText(fields('claim'), SIZES.point)
  return {
    title,
    ...(url !== undefined && { url }),
    ...(quote !== undefined && { quote }),
    ...(claim !== undefined && { claim }),
  }
}

/** A title, an address, or both in a line. */
function fromLine(line: string): Citation | undefined {
  const text = readText(line, SIZES.point) ?? ''
  const address = /https?:\/\/[^\s<>"'\])]+/i.exec(text)?.[0].replace(/[.,;]+$/, '')
  const url = readUrl(address)
  const title = (address === undefined ? text : withoutAddress(text, address)) || url
  return title === undefined || title === '' ? undefined : { title, ...(url !== undefined && { url }) }
}

const withoutAddress = (text: string, address: string): string =>
  text
    .replace(address, ' ')
    .replace(/[[\]()<>"\s]+/g, ' ')
    .replace(/^[\s:,.;–—-]+|[\s:,;–—-]+(?:\.\s*)?$/g, '')

/** Whatever else an address may do when somebody follows it, only the web is looked up. */
function readUrl(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > SIZES.url) return undefined
  const url = readText(value, SIZES.url)
  return url !== undefined && /^https?:\/\/[^\s]+$/i.test(url) && URL.canParse(url) ? url : undefined
}
