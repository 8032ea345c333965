import type { Mode } from '../modes/mode.ts'
import type { Seat, SeatFailure } from '../session/seat.ts'

/** A model that could take a seat. */
export interface Candidate {
  /** As `resolveModel` takes it. */
  model: string
  family: string
  usable: boolean
  /** What to do about it, where it is not usable. */
  remedy?: string
}

export interface SeatWish {
  model: string
  persona?: string | undefined
}

export interface Seating {
  seats: Seat[]
  /** Those that were wished for and cannot be had. */
  absent: Omit<SeatFailure, 'timestamp'>[]
}

/** Who can sit at the table. Asks nobody who charges for it. */
export interface Panel {
  candidates(): Promise<Candidate[]>
  /** Seats for these wishes, or for so many seats as diverse as can be had. */
  seat(request: {
    wishes: readonly SeatWish[] | undefined
    count: number
    mode: Mode
    perspectives: readonly string[]
    /** What the order of the labels follows from, and nothing else does: the id of the session. By default it is chance. */
    seed?: string
  }): Promise<Seating>
}
