/** The purpose of a kind of regime, and the targets that apply to it. */
export type RegimeKind = 'easy' | 'truth persuades' | 'conformity' | 'adversary' | 'mixed'

export interface SimulatedSeat {
  family: string
  /** The probability that it is right on its own. */
  accuracy: number
}

/** A seat that always argues for the same wrong answer, and well. */
export interface Adversary {
  family: string
  /** How good its arguments are, in the units of `truthEdge`. */
  strength: number
  /** Whether it states its confidence as the other seats do; otherwise it always states the maximum. */
  isQuiet?: boolean
}

/** A world in which debates are held. */
export interface Regime {
  name: string
  kind: RegimeKind
  seats: readonly SimulatedSeat[]
  adversary?: Adversary
  choices: number
  rounds: number
  /** The correlation of errors, from 0 to 1: between any two seats, two seats of a family, two samples of one seat. */
  correlation: { all: number; family: number; seat: number }
  /** The probability that a wrong answer is the common misconception. */
  temptation: number
  /** How well a seat's confidence separates its right answers from its wrong ones. 0: not at all. */
  insight: number
  /** The factor and the offset between a seat's log-odds and those it states. 1 and 0 are honest. */
  sharpen: number
  boast: number
  /** The weight that a seat gives to an answer which all others hold. */
  conformity: number
  /** The weight that a seat gives to the best argument for an answer. */
  persuadability: number
  /** How much better arguments for the right answer are, against a spread of 0.5 among arguments. */
  truthEdge: number
  /** The lead that another answer needs before a seat changes its own. */
  stubbornness: number
}

const WAYS = ['north', 'east', 'south', 'west', 'up', 'down', 'in', 'out', 'left', 'right']

export const answersOf = ({ choices }: Regime): string[] => WAYS.slice(0, choices)

/** The name of a seat at the table: a letter for its family and a number. */
export const nameOf = (index: number, family: string): string => `${family}_${index + 1}`

export const familiesOf = ({ seats, adversary }: Regime): string[] => [
  ...seats.map(({ family }) => family),
  ...(adversary === undefined ? [] : [adversary.family]),
]
