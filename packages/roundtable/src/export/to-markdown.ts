import { type Report, readReport } from '../report/read-report.ts'
import { TITLES } from '../report/titles.ts'
import { sayQuestion } from '../report/words.ts'
import { sayLeftOut } from '../session/attachment.ts'
import { type NameOf, nameSeats } from '../session/name-seats.ts'
import { optionsOf } from '../session/question.ts'
import type { Session } from '../session/session.ts'
import { stateOf } from '../session/session-state.ts'
import { toFacts, toHeading, toLine, toQuote, toTable } from './blocks.ts'
import { citationsSection, claimsSection } from './claims-section.ts'
import { answerSection, findingsSection, surenessSection, voteSection } from './decision-section.ts'
import { contextSection, failuresSection, thoughtsSection, usageSection } from './record-sections.ts'
import { positionsSection, roundsSection } from './rounds-section.ts'

/** Renders a debate as Markdown, in the order of interest to a reader. Statements are shown unchanged and are never markup. */
export function toMarkdown(session: Session): string {
  const report = readReport(session)
  const nameOf = nameSeats(session)
  const sections = [
    ...topicSection(session, report),
    ...answerSection(report),
    ...voteSection(report, nameOf),
    ...findingsSection(report, nameOf),
    ...surenessSection(report, nameOf),
    ...positionsSection(session, nameOf),
    ...claimsSection(report, nameOf),
    ...roundsSection(session, nameOf),
    ...failuresSection(session, nameOf),
    ...contextSection(session, nameOf),
    ...citationsSection(session, nameOf),
    ...usageSection(session),
    ...thoughtsSection(session, nameOf),
    ...recordSection(session, nameOf),
  ]
  return `${sections.join('\n\n')}\n`
}

/** The longest topic that is used as a heading, in characters. */
const HEADING = 120

function topicSection({ topic }: Session, { headline: { corrected } }: Report): string[] {
  const characters = [...topic.replaceAll(/[\s\u0085]+/g, ' ').trim()]
  const heading = characters.length > HEADING ? `${characters.slice(0, HEADING).join('')}…` : characters.join('')
  return [
    toHeading(1, heading),
    ...(heading === topic.trim() ? [] : [toQuote(topic)]),
    ...(corrected === undefined ? [] : [toLine(corrected)]),
  ]
}

/** The panel, the mode and the times. */
function recordSection(session: Session, nameOf: NameOf): string[] {
  const {
    id,
    mode,
    endReason,
    currentRound,
    totalRounds,
    createdAt,
    updatedAt,
    question,
    attachments = [],
    withoutImages = [],
  } = session
  const rows = session.seats.map(({ agentId, label, model, family, role, persona }) => [
    nameOf(agentId),
    agentId,
    label,
    model,
    family,
    role?.name ?? '',
    persona ?? '',
  ])
  return [
    toHeading(2, 'About this debate'),
    ...toFacts({
      Mode: mode,
      Status: endReason === undefined ? stateOf(session) : `${stateOf(session)} (${endReason.replaceAll('_', ' ')})`,
      Rounds: `${currentRound} of ${totalRounds}`,
      [TITLES.question]: question && sayQuestion(question),
      'Possible answers': optionsOf(session).join(' / '),
      Documents: attachments.map((one) => [one.name, ...sayLeftOut(one)].join(': ')).join('; '),
      'Images not seen by': withoutImages.map(nameOf).join(', '),
      Begun: createdAt,
      'Last changed': updatedAt,
      Session: id,
    }),
    toTable(['Panellist', 'Agent', 'Label', 'Model', 'Family', 'Role', 'Persona'], rows),
  ]
}
