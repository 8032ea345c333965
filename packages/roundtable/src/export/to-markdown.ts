import { optionsOf } from '../session/question.ts'
import type { Citation } from '../session/response.ts'
import type { Session } from '../session/session.ts'
import { toFacts, toHeading, toLine, toQuote, toTable } from './blocks.ts'
import { decisionSection } from './decision-section.ts'
import { contextSection, failuresSection, thoughtsSection, usageSection } from './record-sections.ts'
import { positionsSection, roundsSection } from './rounds-section.ts'

/** In the order of interest to a reader. */
const SECTIONS = [
  openingSection,
  decisionSection,
  positionsSection,
  roundsSection,
  failuresSection,
  contextSection,
  citationsSection,
  usageSection,
  thoughtsSection,
]

/** Renders a debate as Markdown. Statements are shown unchanged and are never markup. */
export const toMarkdown = (session: Session): string =>
  `${SECTIONS.flatMap((section) => section(session)).join('\n\n')}\n`

/** The longest topic that is used as a heading, in characters. */
const HEADING = 120

/** The topic, the mode and the seats. */
function openingSection(session: Session): string[] {
  const { id, topic, mode, status, endReason, currentRound, totalRounds, createdAt, updatedAt } = session
  const characters = [...topic.replaceAll(/[\s\u0085]+/g, ' ').trim()]
  const heading = characters.length > HEADING ? `${characters.slice(0, HEADING).join('')}…` : characters.join('')
  const rows = session.seats.map(({ agentId, label, model, family, role, persona }) => [
    agentId,
    label,
    model,
    family,
    role?.name ?? '',
    persona ?? '',
  ])
  return [
    toHeading(1, heading),
    ...(heading === topic.trim() ? [] : [toQuote(topic)]),
    ...toFacts({
      Mode: mode,
      Status: endReason === undefined ? status : `${status} (${endReason.replaceAll('_', ' ')})`,
      Rounds: `${currentRound} of ${totalRounds}`,
      'Possible answers': optionsOf(session).join(' / '),
      Begun: createdAt,
      'Last changed': updatedAt,
      Session: id,
    }),
    toTable(['Agent', 'Label', 'Model', 'Family', 'Role', 'Persona'], rows),
  ]
}

/** All citations, in the order in which they were cited. */
function citationsSection({ responses }: Session): string[] {
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

/** Links web addresses only. */
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
