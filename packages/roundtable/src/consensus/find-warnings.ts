import type { Flip } from '../session/consensus.ts'
import type { Citation } from '../session/response.ts'
import type { Session } from '../session/session.ts'
import { opensWithBallots } from './said.ts'
import { leadOf, type Share, tally, type Vote, type VoteHistory } from './vote-history.ts'

/** The average rise in confidence, without new evidence, from which a warning is given. */
const SUSPICIOUS_RISE = 0.1

/** One in this many seats that changes its answer when asked again leads to a warning. */
const UNSTEADY = 3

/** Reasons why the agreement may be weaker than it looks. */
export function findWarnings(
  session: Session,
  round: number,
  history: VoteHistory,
  lead: Share,
  flips: readonly Flip[],
) {
  const { independent, again, current } = history
  const warnings: string[] = []
  const isUnanimous = current.length > 1 && lead.agentIds.length === current.length

  const silent = isUnanimous ? lead.agentIds.filter((agentId) => isSilentConversion(agentId, lead, history, flips)) : []
  if (silent.length > 0)
    warnings.push(
      `Groupthink: ${silent.length} of ${current.length} panellists came round to the common view without saying why.`,
    )

  if (lead.agentIds.length > 1 && lead.families.length === 1)
    warnings.push(
      `Groupthink: all who stand behind it are models of one family (${lead.families[0]}), which err alike.`,
    )

  if (riseOf(independent, current) >= SUSPICIOUS_RISE && !hasNewCitations(session, round))
    warnings.push('Groupthink: the panellists grew surer without citing anything new.')

  const twice = again.flatMap((vote) => {
    const first = independent.find(({ said }) => said.seat.agentId === vote.said.seat.agentId)
    return first === undefined ? [] : { isSteady: first.key === vote.key }
  })
  const unsteady = twice.filter(({ isSteady }) => !isSteady).length
  if (unsteady > 0 && unsteady * UNSTEADY >= twice.length)
    warnings.push(`Asked once more on their own, ${unsteady} of ${twice.length} panellists said something else.`)

  const alone = [...independent, ...again]
  const leadAlone = leadOf(tally(alone))
  if (leadAlone !== undefined && leadAlone.key !== lead.key)
    warnings.push(
      `On their own most were for something else: “${leadAlone.answer}” (${leadAlone.agentIds.length} of ${alone.length}).`,
    )
  return warnings
}

/** Whether the private votes of a seat differ from the lead, and its last change of mind has no reason. */
function isSilentConversion(
  agentId: string,
  lead: Share,
  { independent, again }: VoteHistory,
  flips: readonly Flip[],
): boolean {
  const held = [...independent, ...again].filter(({ said }) => said.seat.agentId === agentId)
  const last = flips.findLast((flip) => flip.agentId === agentId)
  return held.length > 0 && held.every(({ key }) => key !== lead.key) && last?.reason === undefined
}

/** The average rise in confidence of the seats that stated it both times. */
function riseOf(independent: readonly Vote[], current: readonly Vote[]): number {
  const rises = current.flatMap(({ said }) => {
    const before = independent.find((vote) => vote.said.seat.agentId === said.seat.agentId)?.said.confidence
    return before === undefined || said.confidence === undefined ? [] : [said.confidence - before]
  })
  const sum = rises.reduce((total, rise) => total + rise, 0)
  // Rounded, since a rise from 0.7 to 0.8 is not 0.1 in floating point.
  return rises.length === 0 ? 0 : Math.round((sum / rises.length) * 1e6) / 1e6
}

function hasNewCitations(session: Session, round: number): boolean {
  const responses = session.responses.filter((response) => response.round <= round)
  const first = Math.min(...responses.map((response) => response.round))
  const isKnown = opensWithBallots(session) ? () => false : (response: { round: number }) => response.round === first
  const known = new Set(responses.filter(isKnown).flatMap(({ citations }) => citations.map(nameOf)))
  return responses.some((response) => !isKnown(response) && response.citations.some((one) => !known.has(nameOf(one))))
}

const nameOf = ({ url, title }: Citation): string => (url ?? title).toLowerCase()
