import { sayNumber } from '../consensus/estimates.ts'
import { BANDS } from '../consensus/recommend.ts'
import { CHECKED_FROM } from '../consensus/track-record.ts'
import type { ConsensusResult, SeatWeight } from '../session/consensus.ts'
import type { Question, QuestionForm } from '../session/question.ts'
import type { NumberRange, Vote } from '../session/response.ts'

export const sayPercent = (share: number): string => `${Math.round(share * 100)}%`

export const saySure = (confidence: number | undefined): string =>
  confidence === undefined ? 'does not say how sure' : `${sayPercent(confidence)} sure`

/** “ (67% sure)”, to be put after an answer; empty if the seat does not say. */
export const saySureness = (confidence: number | undefined): string =>
  confidence === undefined ? '' : ` (${saySure(confidence)})`

/** “28 weeks, between 16 and 52”. */
export const sayRange = ({ value, low, high }: NumberRange, unit: string): string =>
  `${sayNumber(value)} ${unit}${low === undefined || high === undefined ? '' : `, between ${sayNumber(low)} and ${sayNumber(high)}`}`

/** What a seat said with its answer: how sure it is; for an estimate, its number and range. */
export function sayHeld({ estimate, confidence }: Vote, question: Question | undefined): string {
  const form = [question, question?.insteadOf].find((one) => one?.kind === 'estimate')
  return estimate === undefined || form === undefined ? saySure(confidence) : sayRange(estimate, form.unit)
}

/** Said of a text that was cut at the token limit. */
export const ENDS_EARLY = 'The text ends early: the model had no more room.'

/** “60% PostgreSQL, 40% SQLite”, the likeliest first. */
export const saySpread = (spread: Readonly<Record<string, number>>): string =>
  Object.entries(spread)
    .toSorted(([, a], [, b]) => b - a)
    .map(([answer, share]) => `${sayPercent(share)} ${answer}`)
    .join(', ')

/** When and how the ballot of a round was cast. A question that was not corrected begins with the first round that was heard. */
export const sayBallot = (round: number, question: Question | undefined): string => {
  const { since = 1, insteadOf } = question ?? {}
  if (round === since && insteadOf !== undefined) return 'in private, on the corrected question'
  const isFirst = insteadOf === undefined ? round <= since : round === 1
  return isFirst ? 'in private, before the panel spoke' : 'in private, asked again in other words'
}

/** Bands of the probability, instead of digits that claim more than is known. */
const WORDS: readonly (readonly [from: number, words: string])[] = [
  [BANDS.firm, 'very likely right, as nine of ten such decisions were right'],
  [BANDS.probable, 'probably right'],
  [BANDS.least, 'open, leaning this way'],
  [0, 'no answer, since it is more likely wrong than right'],
]

export const sayBand = (probability: number): string => WORDS.find(([from]) => probability >= from)![1]

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
  unrated === 'demo' || unrated === 'estimate' || unrated === 'values'
    ? []
    : weights.filter(({ weight }) => weight > 0).map((one) => ({ agentId: one.agentId, words: sayWeight(one) }))

/** Says what is decided and who read the question this way, in a few sentences. */
export function sayQuestion(question: Question): string {
  const { isCheckable, by, since, insteadOf } = question
  return [
    sayForm(question),
    ...(isCheckable ? [] : ['It is a question of values: no answer can turn out right or wrong.']),
    ...(by === 'model' ? ['A model read the question this way.'] : []),
    ...(by === 'default' ? ['No model could say which kind of question it is.'] : []),
    ...(insteadOf === undefined
      ? []
      : [`Corrected with round ${since}; before, it was read as: ${sayForm(insteadOf)}`]),
  ].join(' ')
}

function sayForm(question: QuestionForm): string {
  switch (question.kind) {
    case 'proposition':
      return `Yes or no: ${endSentence(question.proposition)}`
    case 'choice':
      return `A choice: ${endSentence(question.options.join(' · '))}`
    case 'estimate':
      return `An estimate in ${question.unit}: ${endSentence(question.quantity)}`
    case 'open':
      return 'An open question: the panel proposes answers, and proposals that say the same are merged.'
  }
}

const endSentence = (text: string): string => (/[.!?…]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`)

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The short name of an answer in pictures and tables: A to Z, then A2 and so on. */
export const letterOf = (index: number): string => {
  const lap = Math.floor(index / LETTERS.length)
  return `${LETTERS[index % LETTERS.length]}${lap === 0 ? '' : lap + 1}`
}
