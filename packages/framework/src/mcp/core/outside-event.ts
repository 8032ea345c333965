import { toNewQuestion } from '../../inbox/question.ts'
import type { NewQuestion } from '../../log/questions.ts'
import type { Arrival } from '../../tools/answer-box.ts'
import { defined } from '../../tools/defined.ts'
import type { ElicitEffect } from '../../tools/effects/elicit.ts'
import type { Entry } from '../../tools/journal.ts'
import type { Json } from '../../tools/json.ts'
import type { SentSignal } from '../../tools/signal-box.ts'

/** An answer that the store keeps for a run. Without `answeredBy` it is the client's. */
export interface OutsideAnswer {
  type: 'answer'
  id: string
  at: string
  attempt: number
  result: unknown
  timestamp: number
  answeredBy?: string
}

/** A signal that was sent to a run. */
export interface OutsideSignal {
  type: 'signal'
  signalId: string
  name: string
  value?: Json
  timestamp: number
}

export type OutsideEvent = OutsideAnswer | OutsideSignal

/** What the stream of a run tells its driver. */
export interface Told {
  /** What was sent to the run, in the order of the log. */
  outside: readonly OutsideEvent[]
  isCancelled: boolean
}

export type ToldEvent = OutsideEvent | { type: 'cancel'; time: number }

export const tell = <S extends Told>(state: S, event: ToldEvent): S =>
  event.type === 'cancel' ? { ...state, isCancelled: true } : { ...state, outside: [...state.outside, event] }

/** Returns a question as the store indexes it. Its answer is an `OutsideAnswer`. */
export function toIndexed(key: string, question: ElicitEffect, owner: string | undefined): NewQuestion {
  const { id, at, attempt } = question
  return toNewQuestion(key, question, { owner, event: { type: 'answer', id, at, attempt } })
}

/** Returns a signal as a run takes it. */
export const toSentSignal = ({ signalId, name, value, timestamp }: OutsideSignal): SentSignal => ({
  id: signalId,
  name,
  value,
  at: timestamp,
})

/** Returns how an answer arrived. `client`: who gave it if it is the client's. */
export const toArrival = ({ timestamp, attempt, answeredBy: by }: OutsideAnswer, client?: string): Arrival => ({
  at: timestamp,
  attempt,
  ...defined({ by: by ?? client }),
})

/** Whether the tool is about to know the URL of a signal, which may arrive at once: the run has to be stored with this entry. */
export const isSignalUrl = (entry: Entry): boolean => entry.type === 'value' && entry.kind === 'signalUrl'
