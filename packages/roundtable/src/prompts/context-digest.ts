import type { ContextRecord } from '../session/context-request.ts'
import type { Round, Session } from '../session/session.ts'
import type { Teller } from './digest.ts'
import { fit, leftOutLine, type Piece } from './fit.ts'

/** What the caller found for a round and for those before it, in the order in which it was asked for. */
export function providedContext(session: Session, round: Round): ContextRecord[] {
  const earlier = session.rounds.filter(({ number }) => number < round.number)
  const ids = new Set([...earlier, round].flatMap(({ contextIds }) => contextIds))
  return session.contextRequests.filter(({ id, answer }) => ids.has(id) && answer !== undefined)
}

/** Questions with who asked and what came of them, in so many characters. */
export function contextDigest(records: readonly ContextRecord[], room: number, teller: Teller): string {
  const { texts, leftOut } = fit(
    records.map((record) => toPiece(record, teller)),
    room - MOST_NOTICE,
  )
  const notice = leftOut === 0 ? [] : [leftOutLine(leftOut, 'question')]
  return [...notice, ...texts.filter((text) => text !== undefined)].join('\n')
}

const MOST_NOTICE = 80

const toPiece = (record: ContextRecord, { fence, nameOf }: Teller): Piece => ({
  text: `query: ${record.query}\n${outcomeOf(record)}`,
  enclose: (text) => fence.data('context', text, { 'asked-by': nameOf(record.agentId), round: `${record.round}` }),
})

function outcomeOf({ answer }: ContextRecord): string {
  if (answer === undefined) return 'not answered yet'
  return answer.success
    ? `result: ${answer.result ?? 'nothing'}`
    : `unavailable: ${answer.error ?? 'no reason was given'}`
}
