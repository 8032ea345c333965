import type { Mode } from '../modes/mode.ts'
import type { Seat, SeatFailure, Substitute } from '../session/seat.ts'

/** A model that could take a seat. */
export interface Candidate {
  /** As `resolveModel` takes it. */
  model: string
  family: string
  usable: boolean
  /** What to do to make it usable. */
  remedy?: string
}

export interface SeatWish {
  model: string
  persona?: string | undefined
}

export interface Seating {
  seats: Seat[]
  /** Requested seats without a usable model. */
  absent: Omit<SeatFailure, 'timestamp'>[]
  /** Models that can take the place of a seat that fails. */
  substitutes?: Substitute[]
}

/** Provides the seats of a debate. Sends no request to a provider that charges. */
export interface Panel {
  candidates(): Promise<Candidate[]>
  /** Returns seats for the requested models, or else `count` seats that are as diverse as possible. */
  seat(request: {
    wishes: readonly SeatWish[] | undefined
    /** Models that may take the place of one that fails. Without them and without requested models, any usable one may. */
    substitutes?: readonly string[]
    count: number
    mode: Mode
    perspectives: readonly string[]
    /** Determines the order of the labels; the id of the session. Default: random. */
    seed?: string
  }): Promise<Seating>
}
