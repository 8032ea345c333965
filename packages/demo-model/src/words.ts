const COMMON = new Set(
  `a an and any are as at be by can could do does for from get give go has have hello help hey hi how i if in into is it its
  let lets like make me my of on one or our out person please run set should show so some tell than that the their them then
  there these they this to tool tools up us use user using want was we what when where which who why will with would you your`.split(
    /\s+/,
  ),
)

/** Returns the words of a text or of an identifier, in lower case. */
export const wordsOf = (text: string): string[] =>
  text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** Returns the words that carry the meaning of a text. */
export const contentWords = (text: string): string[] => wordsOf(text).filter((word) => !COMMON.has(word))

/** Returns what `booking`, `booked` and `books` have in common. */
export function stemOf(word: string): string {
  const stem = word.replace(/(ations?|ators?|ates?|ating|ated|ions?|ings?|ers?|ors?|ed|es|s|e)$/, '')
  return stem.length < 3 ? word : stem
}

/** Characters of a message or a result that are searched for values: the expressions for them take quadratic time. */
export const MOST_READ = 1_000

const LONGEST_SUBJECT = 80

/** Returns the first sentence of a text, shortened after a whole word. */
export function subjectOf(text: string): string {
  const line = text.trim().split('\n')[0] ?? ''
  const sentence = /^.+?(?=[.?!](?:\s|$)|$)/.exec(line)?.[0] ?? ''
  return sentence.length <= LONGEST_SUBJECT ? sentence : `${withoutLastWord(sentence.slice(0, LONGEST_SUBJECT))}…`
}

/** Returns a text without its last word, which may be cut. A text of one word stays as it is. */
export function withoutLastWord(text: string): string {
  let end = text.length
  while (end > 0 && text[end - 1]!.trim() !== '') end--
  return end === 0 ? text : text.slice(0, end).trimEnd()
}

/** How a sentence of a tool about the person, or about the model, is said to the person. */
const SPOKEN: readonly (readonly [RegExp, string])[] = [
  [/\bthe (?:person|user)'s\b/gi, 'your'],
  [/\bthe (?:person|user) is\b/gi, 'you are'],
  [/\bthe (?:person|user) was\b/gi, 'you were'],
  [/\bthe (?:person|user) has\b/gi, 'you have'],
  [/\bthe (?:person|user) does\b/gi, 'you do'],
  [/\bthe (?:person|user)\b/gi, 'you'],
  [/\bthe model won\b/gi, 'I won'],
]

/** Returns a text that speaks to the person, and not about the person: tools write for models. */
export const toSecondPerson = (text: string): string =>
  SPOKEN.reduce(
    (spoken, [pattern, said]) =>
      spoken.replace(pattern, (found) => (found.startsWith('T') ? said[0]!.toUpperCase() + said.slice(1) : said)),
    text,
  )
