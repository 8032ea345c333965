import type { QuestionKind } from '../session/question.ts'

/** How the question wants to be answered at this point of the debate. */
export interface AnswerForm {
  kind: QuestionKind
  /** Whether there are answers to choose from. */
  hasOptions: boolean
  /** Whether the seat has made a proposal that was put into a group. */
  isGrouped: boolean
}

type Fields = Record<string, string | false>

const POSITION = '"your position in one sentence"'
const CONFIDENCE = 'number from 0 to 1: how sure you are'
const SPREAD = '{ "possible answer": number from 0 to 1 } only if you are torn between several'

/** The fields of a vote, by the kind of the question. */
const VOTES: Record<QuestionKind, (form: AnswerForm) => Fields> = {
  proposition: () => ({ position: POSITION, stance: '"support" | "oppose" | "neutral"', confidence: CONFIDENCE }),
  choice: () => ({
    position: POSITION,
    answer: '"one of the possible answers, word for word"',
    spread: SPREAD,
    confidence: CONFIDENCE,
  }),
  estimate: () => ({
    position: POSITION,
    estimate: 'number, in the unit of the question',
    low: 'number: below it the true value lies with a chance of 10%',
    high: 'number: above it the true value lies with a chance of 10%',
  }),
  open: ({ hasOptions, isGrouped }) => ({
    position: POSITION,
    standsBehind: isGrouped && 'true, or false if your group does not say what you proposed',
    answer: hasOptions
      ? '"one of the answers so far, word for word; or another proposal in a few words, if none says it"'
      : '"your proposal in a few words, as it would stand in a list of options"',
    spread: hasOptions && SPREAD,
    confidence: CONFIDENCE,
  }),
}

/** Not read by the program: it makes the model reason before it votes. */
const WORKING = '"for each possible answer, what would make it wrong, in a few sentences"'

const STATEMENT = {
  reasoning: '"why, with all that your instructions ask for"',
  keyPoints: '["each point that matters, in a sentence"]',
  citations: '[{ "title": "what it is", "url": "where", "quote": "its words", "claim": "what it shows" }]',
  ranking: '["the names of the others, the best answer first; without your own"]',
  agreesWith: '["only if others hold the same: their names"]',
  changeReason: '"only if you changed what you hold: why"',
}

/** The JSON format of a statement, without fields that do not apply yet. */
export const statementFormat = (
  form: AnswerForm,
  asked: { hasHeard: boolean; hasSpoken: boolean; ranks: boolean },
): string =>
  jsonFormat({
    ...VOTES[form.kind](form),
    ...STATEMENT,
    ranking: asked.ranks && STATEMENT.ranking,
    agreesWith: asked.hasHeard && STATEMENT.agreesWith,
    changeReason: asked.hasSpoken && STATEMENT.changeReason,
  })

export const ballotFormat = (form: AnswerForm, asked: { isAgain: boolean }): string =>
  jsonFormat({ working: asked.isAgain && WORKING, ...VOTES[form.kind](form) })

/** Describes a JSON object by its fields. */
export function jsonFormat(fields: Readonly<Fields>): string {
  const members = Object.entries(fields).filter(([, value]) => value !== false)
  return `Answer with one JSON object and nothing around it:
{
${members.map(([name, value]) => `  "${name}": ${value}`).join(',\n')}
}`
}
