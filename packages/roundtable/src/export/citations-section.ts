import type { Citation } from '../session/response.ts'
import type { Session } from '../session/session.ts'
import { toHeading } from './blocks.ts'
import { toLine } from './literal.ts'

/** What answers rest on, in the order in which it was cited. */
export function citationsSection({ responses }: Session): string[] {
  const cited = responses.flatMap(({ agentId, round, citations }) =>
    citations.map(
      (citation) => `- ${toSource(citation)} (${toLine(`${agentId} in round ${round}`)})${toUse(citation)}`,
    ),
  )
  return cited.length === 0 ? [] : [toHeading(2, 'Citations'), cited.join('\n')]
}

function toSource({ title, url }: Citation): string {
  const link = url === undefined ? '' : `: ${toLink(url)}`
  return url === title ? toLink(title) : `${toLine(title)}${link}`
}

/** Only an address of the web is a link. */
function toLink(url: string): string {
  const address = URL.parse(url)
  return address !== null && /^https?:$/.test(address.protocol) ? `<${address.href}>` : toLine(url)
}

function toUse({ claim, quote }: Citation): string {
  const lines = [
    ...(claim === undefined ? [] : [`  - **For:** ${toLine(claim)}`]),
    ...(quote === undefined ? [] : [`  - **Quote:** ${toLine(quote)}`]),
  ]
  return lines.map((line) => `\n${line}`).join('')
}
