/** What a kind of regime is there to show, and which targets it is held to. */
export type RegimeKind = 'easy' | 'truth persuades' | 'conformity' | 'adversary' | 'mixed'

export interface SimulatedSeat {
  family: string
  /** How often it is right on its own. */
  accuracy: number
}

/** A seat that always argues for the same wrong answer, and well. */
export interface Adversary {
  family: string
  /** How good its arguments are, in the units of `truthEdge`. */
  strength: number
  /** Whether it says to be as sure as the others do; else it is always as sure as can be. */
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
  /** How alike the errors are, from 0 to 1: of any two seats, of two of a family, of two samples of one seat. */
  correlation: { all: number; family: number; seat: number }
  /** How often a wrong answer is the one that all seats are drawn to. */
  temptation: number
  /** How much better a seat knows when it is right than that it is right so often. 0: not at all. */
  insight: number
  /** What it makes of that when it says how sure it is: log-odds are multiplied, and then boasted with. 1 and 0 are honest. */
  sharpen: number
  boast: number
  /** How much it counts for a seat that all others hold an answer. */
  conformity: number
  /** How much the best argument for an answer counts for a seat. */
  persuadability: number
  /** How much better arguments for the right answer are, against a spread of 0.5 among arguments. */
  truthEdge: number
  /** How much it takes to leave an answer. */
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
