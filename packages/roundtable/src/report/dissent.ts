import { readVotes } from '../consensus/votes.ts'
import type { ConsensusResult, Dissent } from '../session/consensus.ts'
import type { Session } from '../session/session.ts'
import { toPlainText } from './plain-text.ts'

/** Whether the recommended answer is not the one that leads the last vote. */
export const isContested = ({ decision, leading }: ConsensusResult): boolean =>
  decision !== undefined && leading !== undefined && decision.answer !== leading

/** Lists the seats that disagree with the answer that readers are shown: the recommended one, or else the leading one. */
export const listDissent = (session: Session): Dissent[] =>
  findDissent(session).map((one) => ({ ...one, reason: toPlainText(one.reason) }))

function findDissent(session: Session): Dissent[] {
  const { consensus } = session
  if (consensus === undefined || !isContested(consensus)) return consensus?.dissent ?? []
  const { current } = readVotes(session, consensus.round)
  return current
    .filter(({ text }) => text !== consensus.decision!.answer)
    .map(({ said: { seat, confidence, reason }, text }) => {
      return { agentId: seat.agentId, answer: text, ...(confidence !== undefined && { confidence }), reason }
    })
}
