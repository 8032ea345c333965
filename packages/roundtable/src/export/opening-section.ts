import type { Session } from '../session/session.ts'
import { toFacts, toHeading, toTable } from './blocks.ts'
import { toQuote } from './literal.ts'

/** Characters of a topic that make a good heading. */
const HEADING = 120

/** What is debated, how, and by whom. */
export function openingSection(session: Session): string[] {
  const { id, topic, mode, status, endReason, currentRound, totalRounds, createdAt, updatedAt, answers } = session
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
      'Possible answers': answers.join(' / '),
      Begun: createdAt,
      'Last changed': updatedAt,
      Session: id,
    }),
    toTable(['Agent', 'Label', 'Model', 'Family', 'Role', 'Persona'], rows),
  ]
}
