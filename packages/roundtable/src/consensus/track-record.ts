import { foldText } from '../session/question.ts'
import { isDemo } from '../session/seat.ts'
import type { Session } from '../session/session.ts'
import { readVotes, UNDECIDED, type Vote } from './votes.ts'
import { toModelName, toSureness } from './weigh.ts'

/** What a past debate tells about the models that took part. */
export interface DebateRecord {
  sessionId: string
  /** Whether its owner has said how the decision turned out. */
  hasOutcome: boolean
  /** The answers that were given alone, one per model. */
  votes: {
    /** As the seat names it; records are compared by `toModelName`, which may change. */
    model: string
    /** Equal for equal answers. */
    answer: number
    confidence?: number
    /** Whether the model was right; absent while that is unknown. */
    isRight?: boolean
  }[]
}

/** The debates of a principal that its track record is counted from, the latest recorded last. */
export interface RecordedDebates {
  lsn: number
  debates: readonly DebateRecord[]
}

export const noDebates: RecordedDebates = { lsn: 0, debates: [] }

/** Debates that count. Older ones are forgotten: models change behind their names. */
const MOST_DEBATES = 300

/** Adds a debate, or replaces what was recorded of it before. */
export const reduceRecords = ({ debates }: RecordedDebates, record: DebateRecord, lsn: number): RecordedDebates => ({
  lsn,
  debates: [...debates.filter(({ sessionId }) => sessionId !== record.sessionId), record].slice(-MOST_DEBATES),
})

/** How the models of a panel have done in the past debates of a principal. */
export interface TrackRecord {
  /** Decisions whose outcome is known. */
  outcomes: number
  models: Readonly<Record<string, ModelRecord>>
}

export interface ModelRecord {
  /** Decisions in which it turned out whether the model was right, and in how many it was. */
  known: number
  right: number
  /** Pairs with another model, and in how many of them the two agreed. */
  pairs: number
  agreed: number
  /** The log-odds of the confidence that it usually states; absent while too few are known. */
  usual?: number
}

/** Known outcomes from which on a probability counts as checked on the owner's own questions. */
export const CHECKED_FROM = 20

export const noRecord: TrackRecord = { outcomes: 0, models: {} }

/** Stated confidences below which a model has no usual one. */
const LEAST_STATED = 10

/** Counts the record of the models of a session, without the session itself. */
export function countRecord({ debates }: RecordedDebates, { id, seats }: Session): TrackRecord {
  const past = debates
    .filter(({ sessionId }) => sessionId !== id)
    .map((one) => ({ ...one, votes: one.votes.map((vote) => ({ ...vote, model: toModelName(vote.model) })) }))
  const models = [...new Set(seats.map(({ model }) => model))]
  return {
    outcomes: past.filter(({ hasOutcome }) => hasOutcome).length,
    models: Object.fromEntries(models.map((model) => [model, countModel(past, toModelName(model))])),
  }
}

function countModel(past: readonly DebateRecord[], model: string): ModelRecord {
  const own = past.flatMap(({ votes }) => votes.filter((vote) => vote.model === model))
  const pairs = past.flatMap(({ votes }) => {
    const vote = votes.find((one) => one.model === model)
    return vote === undefined ? [] : votes.filter((one) => one !== vote).map((one) => one.answer === vote.answer)
  })
  const stated = own.flatMap(({ confidence }) => (confidence === undefined ? [] : toSureness(confidence)))
  return {
    known: own.filter(({ isRight }) => isRight !== undefined).length,
    right: own.filter(({ isRight }) => isRight === true).length,
    pairs: pairs.length,
    agreed: pairs.filter(Boolean).length,
    ...(stated.length >= LEAST_STATED && { usual: stated.reduce((sum, one) => sum + one, 0) / stated.length }),
  }
}

/**
 * Returns what a debate adds to the record. Returns `undefined` if it tells nothing: no answer can turn out right, the answers
 * are numbers, or only demo seats answered.
 */
export function toDebateRecord(session: Session): DebateRecord | undefined {
  const { id, question, consensus, outcome } = session
  if (consensus === undefined || question?.isCheckable === false || question?.kind === 'estimate') return undefined
  const { independent, again, current } = readVotes(session, consensus.round)
  const { answer } = consensus.decision ?? {}
  // An answer that no seat put first is an option, and its key the option itself.
  const decided = [...current, ...independent, ...again].find(({ text }) => text === answer)?.key ?? answer
  const real = independent.filter(({ said }) => !isDemo(said.seat))
  // Two seats with one model are one witness.
  const first = [...Map.groupBy(real, ({ said }) => toModelName(said.seat.model)).values()].map(([vote]) => vote!)
  if (first.length === 0) return undefined
  const keys = [...new Set(first.map(agreementKey))]
  return {
    sessionId: id,
    hasOutcome: outcome !== undefined,
    votes: first.map((vote) => {
      const isRight = outcome && decided && wasRight(vote, decided, outcome.verdict, countAnswers(session))
      const { confidence, seat } = vote.said
      return {
        model: seat.model,
        answer: keys.indexOf(agreementKey(vote)),
        ...(confidence !== undefined && { confidence }),
        ...(typeof isRight === 'boolean' && { isRight }),
      }
    }),
  }
}

/** Equal for votes that agree: proposals that only a model says are the same agree if they are in the same words. */
const agreementKey = ({ key, text, said, isAssumed }: Vote): string => (isAssumed ? foldText(said.answer ?? text) : key)

/** Returns whether a vote was right; `undefined` if the decision was wrong and one of several other answers was right. */
function wasRight({ key }: Vote, decided: string, verdict: 'right' | 'wrong', answers: number): boolean | undefined {
  // A seat without a side was right in no case.
  if (key === UNDECIDED) return false
  if (verdict === 'right') return key === decided
  if (key === decided) return false
  return answers === 2 ? true : undefined
}

const countAnswers = ({ question }: Session): number => {
  if (question?.kind === 'proposition') return 2
  return question?.kind === 'choice' ? question.options.length : Number.POSITIVE_INFINITY
}
