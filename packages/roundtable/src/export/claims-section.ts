import type { Claim } from '../report/claims.ts'
import type { Report } from '../report/read-report.ts'
import { listSources, type Source, type SourceUse } from '../report/sources.ts'
import { CLAIM_STATES, TITLES } from '../report/titles.ts'
import { sayCited } from '../report/words.ts'
import type { NameOf } from '../session/name-seats.ts'
import { sayList } from '../session/phrases.ts'
import type { Session } from '../session/session.ts'
import { toHeading, toLine } from './blocks.ts'

/** What is agreed, contested and unsupported, each claim once. */
export const claimsSection = ({ claims: { claims } }: Report, nameOf: NameOf): string[] =>
  claims.length === 0 ? [] : [toHeading(2, TITLES.claims), claims.map((claim) => toItem(claim, nameOf)).join('\n')]

function toItem({ text, state, supporters, disputers, others, sources }: Claim, nameOf: NameOf): string {
  const elsewhere = others.length === 0 ? '' : ` Gave another answer: ${sayList(others.map(nameOf))}.`
  const said = `${CLAIM_STATES[state]}. Said by ${sayList(supporters.map(nameOf))}.${elsewhere}`
  return [
    `- **${toLine(text)}** ${toLine(said)}`,
    ...disputers.map((one) => `  - ${toLine(`Disputed by ${nameOf(one.agentId)}: ${one.text}`)}`),
    ...sources.map(
      (source) => `  - ${toLink(source)} (${toLine(`${sayCited(source)} ${sayList(source.agentIds.map(nameOf))}`)})`,
    ),
  ].join('\n')
}

/** All sources, each once, in the order in which they were first cited. */
export function citationsSection({ responses }: Session, nameOf: NameOf): string[] {
  const cited = listSources(responses).map(({ citedBy, ...source }) => {
    const by = [...new Set(citedBy.map(({ agentId, round }) => `${nameOf(agentId)} in round ${round}`))]
    const said = `${sayCited(source)} ${sayList(by)}`
    const uses = new Set(citedBy.flatMap(toUses))
    return [`- ${toLink(source)} (${toLine(said)})`, ...uses].join('\n')
  })
  return cited.length === 0 ? [] : [toHeading(2, 'Citations'), cited.join('\n')]
}

/** The title of a source and its address, which is a link only if it is a web address. */
function toLink({ title, url }: Pick<Source, 'title' | 'url'>): string {
  if (url === undefined) return toLine(title)
  const address = URL.parse(url)
  const link = address !== null && /^https?:$/.test(address.protocol) ? `<${address.href}>` : toLine(url)
  return url === title ? link : `${toLine(title)}: ${link}`
}

const toUses = ({ claim, quote }: SourceUse): string[] => [
  ...(claim === undefined ? [] : [`  - **For:** ${toLine(claim)}`]),
  ...(quote === undefined ? [] : [`  - **Quote:** ${toLine(quote)}`]),
]
