import type { Json } from '../../tools/json.ts'
import type { SentSignal } from '../../tools/signal-box.ts'

/** An answer that came through the inbox. */
export interface OutsideAnswer {
  type: 'answer'
  id: string
  at: string
  attempt: number
  result: unknown
  timestamp: number
  answeredBy: string
}

/** A signal that was sent to a run. */
export interface OutsideSignal {
  type: 'signal'
  signalId: string
  name: string
  value?: Json
  timestamp: number
}

/** Returns signals as a run takes them. */
export const toSentSignals = (signals: readonly OutsideSignal[]): SentSignal[] =>
  signals.map(({ signalId, name, value, timestamp }) => ({ id: signalId, name, value, at: timestamp }))
