const VOTE = {
  position: '"your position in one sentence"',
  answer: '"one of the possible answers, word for word"',
  stance: '"support" | "oppose" | "neutral"',
  confidence: 'number from 0 to 1: how sure that is',
}

/** Not read by the program: it makes the model reason before it votes. */
const WORKING = '"for each possible answer, what would make it wrong, in a few sentences"'

const STATEMENT = {
  ...VOTE,
  reasoning: '"why, with whatever your instructions have you say"',
  keyPoints: '["each point that matters, in a sentence"]',
  citations: '[{ "title": "what it is", "url": "where", "quote": "its words", "claim": "what it shows" }]',
  agreesWith: '["only if others hold the same: their names"]',
  changeReason: '"only if you changed what you hold: why"',
}

/** The JSON format of a statement, without fields that do not apply yet. */
export const statementFormat = (asked: { hasAnswers: boolean; hasHeard: boolean; hasSpoken: boolean }): string =>
  jsonFormat({
    ...STATEMENT,
    answer: asked.hasAnswers && STATEMENT.answer,
    agreesWith: asked.hasHeard && STATEMENT.agreesWith,
    changeReason: asked.hasSpoken && STATEMENT.changeReason,
  })

export const ballotFormat = (asked: { hasAnswers: boolean; isAgain: boolean }): string =>
  jsonFormat({ working: asked.isAgain && WORKING, ...VOTE, answer: asked.hasAnswers && VOTE.answer })

/** Describes a JSON object by its fields. */
export function jsonFormat(fields: Readonly<Record<string, string | false>>): string {
  const members = Object.entries(fields).filter(([, value]) => value !== false)
  return `Answer with one JSON object and nothing around it:
{
${members.map(([name, value]) => `  "${name}": ${value}`).join(',\n')}
}`
}
