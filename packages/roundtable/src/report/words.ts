import { CHECKED_FROM } from '../consensus/track-record.ts'
import type { ConsensusResult, SeatWeight } from '../session/consensus.ts'
import type { Question } from '../session/question.ts'

export const sayPercent = (share: number): string => `${Math.round(share * 100)}%`

export const saySure = (confidence: number | undefined): string =>
  confidence === undefined ? 'does not say how sure' : `${sayPercent(confidence)} sure`

/** When and how the ballot of a round was cast. */
export const sayBallot = (round: number): string =>
  round === 1 ? 'in private, before the panel spoke' : 'in private, asked again in other words'

/** Bands of the probability, instead of digits that claim more than is known. */
const BANDS: readonly (readonly [from: number, words: string])[] = [
  [0.9, 'very likely right: nine of ten such decisions were right'],
  [0.7, 'probably right'],
  [0.5, 'open, leaning this way'],
  [0, 'no answer: more likely wrong than right'],
]

export const sayBand = (probability: number): string => BANDS.find(([from]) => probability >= from)![1]

/** How likely a decision is right: in bands until enough outcomes are known, then in digits. */
export const sayLikely = (probability: number, outcomes: number): string =>
  outcomes < CHECKED_FROM ? sayBand(probability) : `${sayPercent(probability)} likely to be right`

/** What the probability rests on, for the owner of the debate. */
export const sayChecked = (outcomes: number): string =>
  outcomes < CHECKED_FROM
    ? `Not yet checked on your questions: ${outcomes} of ${CHECKED_FROM} outcomes are known.`
    : `Checked on ${outcomes} of your decisions.`

/** “right about 78% · list; 14 of your 18 · counts 3.2×”. */
function sayWeight({ skill, isListed, known, right, pairs, weight }: SeatWeight): string {
  const sources = [
    ...(isListed ? ['list'] : []),
    ...(known > 0 ? [`${right} of your ${known}`] : []),
    ...(pairs !== undefined ? ['by agreement in past debates'] : []),
  ]
  const source = sources.length === 0 ? 'its model is not listed' : sources.join('; ')
  return `right about ${sayPercent(skill)} · ${source} · ${weight === 0 ? 'not counted' : `counts ${weight.toFixed(1)}×`}`
}

/** What each seat that was heard counts; empty where weights decide nothing. */
export const listWeights = ({ weights, unrated }: ConsensusResult): { agentId: string; words: string }[] =>
  unrated === 'demo' || unrated === 'estimate'
    ? []
    : weights.filter(({ weight }) => weight > 0).map((one) => ({ agentId: one.agentId, words: sayWeight(one) }))

/** Says what is decided, in a sentence. */
export function sayQuestion(question: Question): string {
  switch (question.kind) {
    case 'proposition':
      return `Yes or no: ${question.proposition}`
    case 'choice':
      return 'A choice between the possible answers.'
    case 'estimate':
      return `An estimate in ${question.unit}: ${question.quantity}`
    case 'open':
      return 'An open question: the panel proposes answers, and proposals that say the same are merged.'
  }
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The short name of an answer in pictures and tables: A to Z, then A2 and so on. */
export const letterOf = (index: number): string => {
  const lap = Math.floor(index / LETTERS.length)
  return `${LETTERS[index % LETTERS.length]}${lap === 0 ? '' : lap + 1}`
}
