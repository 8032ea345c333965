import { wordsOf } from '../session/words.ts'

const LABEL = /^\W*(?:(?:my|the|final|best)\s+)*(?:answer|choice|vote|verdict|option|pick)\b\s*(?:is\b|[:=-])?\s*/i
const ENUMERATOR = /^\W*(?:[a-z]|\d{1,2})(?:\)\s*|[.:]\s+)(?=\S)/i
const DENIAL =
  /\b(?:not|never|no|nor|neither|without|against|avoid|reject|unless|except|but|than|over|vs|versus|\w+n't)\b/

/** Words that count as an answer only on their own: “no doubt” is not a no. */
const BARE = new Set(['yes', 'no', 'none', 'maybe', 'both', 'neither', 'a', 'i', 'it'])

/** Returns the possible answer that a text gives, ignoring case, quotes and labels; `undefined` if it gives several. */
export function matchAnswer(text: string, answers: readonly string[]): string | undefined {
  const said = text.slice(0, 2_000).trim()
  return findExact(said, answers) ?? nameOnly(said, answers)
}

/** Returns the possible answer that a text begins with: whole, or in the clause that no other answer begins with, as “No” in “No, wait”. */
export function readOpening(text: string, answers: readonly string[]): string | undefined {
  const said = text.slice(0, 2_000).trim()
  const opening = fold(firstClause(said))
  return (
    findExact(said, answers) ??
    (opening === '' ? undefined : onlyOne(answers, (answer) => fold(firstClause(answer)) === opening))
  )
}

/** Returns the possible answer that a text or its first clause is. */
function findExact(said: string, answers: readonly string[]): string | undefined {
  const plain = said.toLowerCase()
  const exact = answers.find((answer) => answer.trim().toLowerCase() === plain)
  return exact ?? onlyOne(answers, (answer) => isSaid(said, answer))
}

const onlyOne = (answers: readonly string[], isIt: (answer: string) => boolean): string | undefined => {
  const found = answers.filter(isIt)
  return found.length === 1 ? found[0] : undefined
}

/** Whether the text or its first clause is the answer. */
function isSaid(said: string, answer: string): boolean {
  const wanted = [fold(answer), fold(unlabel(answer))]
  return [said, unlabel(said), firstClause(said)].map(fold).some((form) => form !== '' && wanted.includes(form))
}

const firstClause = (text: string): string => unlabel(text).split(/[,.;:!\n](?:\s|$)|\s*[—–(]|\s-\s/, 1)[0] ?? ''

const unlabel = (text: string): string => text.replace(LABEL, '').replace(ENUMERATOR, '')

const fold = (text: string): string => wordsOf(text).join(' ')

/** Returns the only answer that a text names, or `undefined`. A text with a negation names none, as it may negate the answer. */
export function nameOnly(text: string, answers: readonly string[]): string | undefined {
  let rest = ` ${fold(text.slice(0, 2_000))} `
  const named: string[] = []
  for (const answer of answers.toSorted((a, b) => b.length - a.length)) {
    const words = fold(answer)
    if (words === '' || BARE.has(words) || !rest.includes(` ${words} `)) continue
    named.push(answer)
    rest = rest.replaceAll(` ${words} `, ' | ')
  }
  return named.length === 1 && !DENIAL.test(rest) ? named[0] : undefined
}
