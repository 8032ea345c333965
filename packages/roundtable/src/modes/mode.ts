import type { Statement } from '../session/response.ts'
import type { Role, Seat } from '../session/seat.ts'

/** Where in the debate a seat speaks. */
export interface Turn {
  seat: Seat
  round: number
  totalRounds: number
  /** Whether anybody has spoken before it: in an earlier round, or earlier in this one. */
  hasHeard: boolean
}

/** What a seat is told of earlier rounds, and of whom. */
export interface Recall {
  /** `names`: who said what. `labels`: what was said, by whom nobody knows. */
  speakers: 'names' | 'labels'
  /** `all`: a digest of every earlier round. `last`: only the one before. */
  rounds: 'all' | 'last'
  /** Whether the last round is also told in numbers. */
  statistics: boolean
}

/** A way to debate, as data and a few answers. Nothing outside its file asks which one it is. */
export interface Mode {
  readonly name: string
  readonly title: string
  /** For a person who chooses, in a line. */
  readonly summary: string
  readonly rules: readonly string[]
  readonly recall: Recall
  /** Whether all seats give answer and confidence in private before anybody speaks. */
  readonly opensWithBallot: boolean
  /** Groups that speak one after another. Those in a group speak at once, and see only the groups before them. */
  order(seats: readonly Seat[]): readonly (readonly Seat[])[]
  /** What each of so many seats is there for, in their order. A mode without roles gives none. */
  assignRoles(count: number, perspectives: readonly string[]): readonly Role[]
  /** What the seat has to do this time, in its first round and in later ones. */
  instruct(turn: Turn): string
  /** How a statement departs from the role of its seat. */
  findViolation?(statement: Statement, role: Role): string | undefined
  /** Whether a model may suggest the perspectives that `assignRoles` takes. */
  readonly usesPerspectives?: true
}

export const allAtOnce = (seats: readonly Seat[]): readonly (readonly Seat[])[] => [seats]

export const oneByOne = (seats: readonly Seat[]): readonly (readonly Seat[])[] => seats.map((seat) => [seat])
