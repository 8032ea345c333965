import { setImmediate, setTimeout } from 'node:timers/promises'

/** The size and the timing of the chunks of an answer. */
export interface Delivery {
  name: string
  tokens: number
  wait: () => Promise<unknown> | undefined
  /** Every other token is of the model's reasoning, so that no two that follow each other can be joined. */
  alternates: boolean
  /** How many answers are read in one round: processor time is counted in steps of some milliseconds. */
  answers: number
  /** Whether the limit applies to this delivery. */
  isHeld: boolean
}

const atOnce = () => undefined
const byTurn = () => setImmediate()
const slowly = () => setTimeout(1)

const long = { tokens: 2000, alternates: false, answers: 6, isHeld: true }

export const DELIVERIES: readonly Delivery[] = [
  { ...long, name: '2000 tokens, at once', wait: atOnce },
  { ...long, name: '2000 tokens, one per turn of the event loop', wait: byTurn },
  { ...long, name: '250 tokens, 1 ms apart', wait: slowly, tokens: 250, answers: 2 },
  { ...long, name: '2000 tokens, one per turn of the event loop, alternating', wait: byTurn, alternates: true },
  { ...long, name: '2000 tokens, at once, alternating', wait: atOnce, alternates: true, isHeld: false },
  { ...long, name: '50 tokens, one per turn of the event loop', wait: byTurn, tokens: 50, answers: 20, isHeld: false },
]

/** Returns the path of a delivery, on servers that have one path for each. */
export const toPath = ({ name }: Delivery): string => `/${encodeURIComponent(name)}`

export const toTokens = ({ tokens }: Delivery): string[] => Array.from({ length: tokens }, (_, i) => ` token${i}`)
