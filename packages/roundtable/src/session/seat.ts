/** Which side somebody is on, where the topic is something to be for or against. */
export type Stance = 'support' | 'oppose' | 'neutral'

/** What a mode has a seat do, whatever its persona. */
export interface Role {
  name: string
  instruction: string
  /** The side that it has to argue; its own opinion shows in the ballot. */
  stance?: Stance
}

/** A participant of a debate. */
export interface Seat {
  /** Letters, digits and `_`: it is also the key of what the seat's model is asked. */
  agentId: string
  /** What others are told where names are hidden; the same for the whole session. */
  label: string
  /** As `resolveModel` takes it. */
  model: string
  /** Models that were trained by the same people err in the same way. */
  family: string
  persona?: string
  role?: Role
}

export type FailurePhase = 'start' | 'ballot' | 'response'

/** A seat that was not heard. It is counted as absent, never left out. */
export interface SeatFailure {
  agentId: string
  model: string
  /** 0: when the debate began. */
  round: number
  phase: FailurePhase
  /** That of the model's error, or `malformed_answer`, `no_answer`, `budget`. */
  code: string
  reason: string
  timestamp: string
}
