import type { Reader } from './read-message.ts'
import { asksFor } from './type-of.ts'
import { wordsOf } from './words.ts'

/** What comes before a value of a name. */
const BEFORE: readonly [RegExp, readonly string[]][] = [
  [/\b(from|origin|source|departure)\b/, ['from']],
  [/\b(to|destination|target|recipient|arrival)\b/, ['to', 'for']],
  [/\b(city|location|place|town|country|region|where)\b/, ['in', 'near', 'at', 'for', 'to']],
  [
    /\b(name|person|guest|customer|player|who)\b/,
    ['named', 'called', 'name is', 'i am', "i'm", 'greet', 'for', 'to', 'hello'],
  ],
  [/\b(language|locale)\b/, ['into', 'in', 'to']],
]

/** Words that are nothing else, so that a value after them need not look like a name. */
const SURE = new Set(['from', 'named', 'called', 'name is', 'near'])

const ENDS = 'from|to|on|in|at|for|with|by|until|and|about|near|next|tomorrow|today|please|into|via'

/** "from Lisbon to Vienna": a value by the word before it. Where there are several, one that is written like a name. */
export const readPhrase: Reader = ({ name, schema }, { message }) => {
  if (!asksFor(schema, 'string') || schema.format !== undefined) return []
  const words = wordsOf(name).join(' ')
  const before = BEFORE.find(([pattern]) => pattern.test(words))?.[1] ?? []
  const found = before.flatMap((word) => phrasesAfter(word, message))
  const named = found.filter((phrase) => /^[\p{Lu}"“]/u.test(phrase))
  // In small letters, "from … to …" is still clear; a lonely "to" may be part of a verb.
  const pair = /\bfrom (\S+) to (\S+)/i.exec(message)
  const plain = pair === null ? [] : before.flatMap((word) => ({ from: pair[1]!, to: pair[2]! })[word] ?? [])
  const sure = before.filter((word) => SURE.has(word)).flatMap((word) => phrasesAfter(word, message))
  return [...named, ...plain, ...sure].map((phrase) => phrase.replace(/^["“]|["”,.;?!]+$/gu, ''))
}

function phrasesAfter(word: string, message: string): string[] {
  const pattern = new RegExp(`\\b${word} +(.+?)(?= +(?:${ENDS})\\b|[,.;?!\\n]|$)`, 'giu')
  return [...message.matchAll(pattern)].map(([, phrase]) => phrase!.trim().replace(/ \d{4}-\d\d-\d\d.*$/, ''))
}
