import type { Claim, Source } from '../report/claims.ts'
import type { Report } from '../report/read-report.ts'
import { CLAIM_STATES, TITLES } from '../report/titles.ts'
import type { NameOf } from '../session/name-seats.ts'
import { sayList } from '../session/phrases.ts'
import type { Citation } from '../session/response.ts'
import type { Session } from '../session/session.ts'
import { toHeading, toLine } from './blocks.ts'

/** What is agreed, contested and unsupported, each claim once. */
export const claimsSection = ({ claims: { claims } }: Report, nameOf: NameOf): string[] =>
  claims.length === 0 ? [] : [toHeading(2, TITLES.claims), claims.map((claim) => toItem(claim, nameOf)).join('\n')]

function toItem({ text, state, supporters, disputers, others, sources }: Claim, nameOf: NameOf): string {
  const disagree = others.length === 0 ? '' : ` Disagree: ${sayList(others.map(nameOf))}.`
  const said = `${CLAIM_STATES[state]}. Said by ${sayList(supporters.map(nameOf))}.${disagree}`
  return [
    `- **${toLine(text)}** ${toLine(said)}`,
    ...disputers.map((one) => `  - ${toLine(`Disputed by ${nameOf(one.agentId)}: ${one.text}`)}`),
    ...sources.map((source) => `  - ${toLink(source)} (${toLine(sayCited(source, nameOf))})`),
  ].join('\n')
}

const sayCited = ({ isChecked, agentIds }: Source, nameOf: NameOf): string =>
  `${isChecked ? 'checked' : 'not checked'}, cited by ${sayList(agentIds.map(nameOf))}`

/** All citations, in the order in which they were cited. */
export function citationsSection({ responses }: Session, nameOf: NameOf): string[] {
  const cited = responses.flatMap(({ agentId, round, citations }) =>
    citations.map(
      (citation) => `- ${toLink(citation)} (${toLine(`${nameOf(agentId)} in round ${round}`)})${toUse(citation)}`,
    ),
  )
  return cited.length === 0 ? [] : [toHeading(2, 'Citations'), cited.join('\n')]
}

/** The title of a source and its address, which is a link only if it is a web address. */
function toLink({ title, url }: Pick<Source, 'title' | 'url'>): string {
  if (url === undefined) return toLine(title)
  const address = URL.parse(url)
  const link = address !== null && /^https?:$/.test(address.protocol) ? `<${address.href}>` : toLine(url)
  return url === title ? link : `${toLine(title)}: ${link}`
}

function toUse({ claim, quote }: Citation): string {
  const lines = [
    ...(claim === undefined ? [] : [`  - **For:** ${toLine(claim)}`]),
    ...(quote === undefined ? [] : [`  - **Quote:** ${toLine(quote)}`]),
  ]
  return lines.map((line) => `\n${line}`).join('')
}
