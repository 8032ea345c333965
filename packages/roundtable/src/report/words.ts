import { sayNumber } from '../consensus/estimates.ts'
import { CHECKED_FROM } from '../consensus/track-record.ts'
import { BANDS, type ConsensusResult, type SeatWeight } from '../session/consensus.ts'
import { type Question, type QuestionForm, readingIn } from '../session/question.ts'
import type { NumberRange, Vote } from '../session/response.ts'
import type { Session } from '../session/session.ts'

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
export function sayHeld(
  { round, estimate, confidence }: Pick<Vote, 'estimate' | 'confidence'> & { round: number },
  question: Question | undefined,
): string {
  const asked = question && readingIn(question, round)
  return estimate === undefined || asked?.kind !== 'estimate' ? saySure(confidence) : sayRange(estimate, asked.unit)
}

/** Said of a text that was cut at the token limit. */
export const ENDS_EARLY = 'The text ends early: the model had no more room.'

/** “60% PostgreSQL, 40% SQLite”, the likeliest first. */
export const saySpread = (spread: Readonly<Record<string, number>>): string =>
  Object.entries(spread)
    .toSorted(([, a], [, b]) => b - a)
    .map(([answer, share]) => `${sayPercent(share)} ${answer}`)
    .join(', ')

/** Which ballot of the panel the one of a round is: the first, the first on a corrected question, or a second one. */
export const readBallot = (
  { question, responses }: Pick<Session, 'question' | 'responses'>,
  number: number,
): 'first' | 'corrected' | 'again' => {
  const { since } = (question && readingIn(question, number)) ?? { since: 1 }
  if (responses.some(({ round }) => round >= since && round < number)) return 'again'
  return responses.some(({ round }) => round < number) ? 'corrected' : 'first'
}

/** When and how the ballot of a round was cast. */
export const BALLOTS: Readonly<Record<ReturnType<typeof readBallot>, string>> = {
  first: 'in private, before the panel spoke',
  corrected: 'in private, on the corrected question',
  again: 'in private, asked again in other words',
}

/** Bands of the probability, instead of digits that claim more than is known. */
const WORDS: readonly (readonly [from: number, words: string])[] = [
  [BANDS.firm, 'very likely right, as nine of ten such decisions were right'],
  [BANDS.probable, 'probably right'],
  [BANDS.least, 'open, leaning this way'],
  [0, 'more likely wrong than right, so it is not given as the answer'],
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
  const { isCheckable, by, since, earlier = [] } = question
  return [
    sayForm(question),
    ...(isCheckable ? [] : ['It is a question of values: no answer can turn out right or wrong.']),
    ...(by === 'model' ? ['A model read the question this way.'] : []),
    ...(by === 'default' ? ['No model could say which kind of question it is.'] : []),
    ...earlier
      .map(
        (form, i) => `Corrected with round ${earlier[i + 1]?.since ?? since}; before, it was read as: ${sayForm(form)}`,
      )
      .reverse(),
  ].join(' ')
}

/** What is decided from a round on, if the question was corrected with it. */
export function sayCorrection(question: Question, round: number): string | undefined {
  const [, ...corrected] = [...(question.earlier ?? []), question]
  const found = corrected.find(({ since }) => since === round)
  return found === question ? sayQuestion(question) : found && sayForm(found)
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

/** Where a seat says nothing of why it changed its mind. */
export const NO_REASON = 'it does not say why'

export const sayChanged = (reason = NO_REASON): string => `Changed its mind: ${reason}`

export const sayDeparture = (violation: string): string => `Departs from its role: ${violation}`

/** What stands in the place of an answer, or beside it. */
export const PLACES = {
  waiting: 'still to answer',
  unasked: 'not asked',
  unclear: 'No clear answer',
  isRole: 'Argues this because its role asks for it; its ballot is what counts.',
} as const

export const NO_CHANGE = 'No one changed their mind.'

/** Whether a source was found by a search, put before the seats that cite it. */
export const sayCited = ({ isChecked }: { isChecked: boolean }): string =>
  `${isChecked ? 'checked' : 'not checked'}, cited by`
