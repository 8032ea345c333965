import { asksFor } from './schema.ts'
import type { Reader } from './suggest.ts'
import { wordsOf } from './words.ts'

/** Words that stand before a value, by the words of the name. */
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

/** Words that nothing but a value follows, so that the value need not begin with a capital letter. */
const SURE = new Set(['from', 'named', 'called', 'name is', 'near'])

const ENDS = 'from|to|on|in|at|for|with|by|until|and|about|near|next|tomorrow|today|please|into|via'

/** Returns values by the word before them: "from Lisbon to Vienna". Values with a capital letter go first. */
export const readPhrase: Reader = ({ name, schema }, { message }) => {
  if (!asksFor(schema, 'string') || schema.format !== undefined) return []
  const words = wordsOf(name).join(' ')
  const before = BEFORE.find(([pattern]) => pattern.test(words))?.[1] ?? []
  const found = before.flatMap((word) => phrasesAfter(word, message))
  const named = found.filter((phrase) => /^[\p{Lu}"“]/u.test(phrase))
  // "from … to …" is clear in lower case too; "to" alone may belong to a verb.
  const pair = /\bfrom (\S+) to (\S+)/i.exec(message)
  const plain = pair === null ? [] : before.flatMap((word) => ({ from: pair[1]!, to: pair[2]! })[word] ?? [])
  const sure = before.filter((word) => SURE.has(word)).flatMap((word) => phrasesAfter(word, message))
  return [...named, ...plain, ...sure].map((phrase) => phrase.replace(/^["“]|["”,.;?!]+$/gu, ''))
}

function phrasesAfter(word: string, message: string): string[] {
  const pattern = new RegExp(`\\b${word} +(.+?)(?= +(?:${ENDS})\\b|[,.;?!\\n]|$)`, 'giu')
  return [...message.matchAll(pattern)].map(([, phrase]) => phrase!.trim().replace(/ \d{4}-\d\d-\d\d.*$/, ''))
}

const VALUE = `(?:"([^"]+)"|'([^']+)'|“([^”]+)”|([^\\s,;"?!]+))`

/** Returns a value by its label: `priority: high`, `count = 3`, `the title is "Notes"`. */
export const readLabelled: Reader = ({ name, schema }, { message }) => {
  const words = wordsOf(name)
  if (words.length === 0 || !asksFor(schema, 'string', 'number', 'integer', 'boolean')) return []
  const label = new RegExp(`\\b${words.join('[\\s_-]*')}\\b["']?\\s*(?:=|:|\\bis\\b)\\s*${VALUE}`, 'iu')
  const found = label
    .exec(message)
    ?.slice(1)
    .find((value) => value !== undefined)
  if (found === undefined) return []
  const value = found.replace(/\.$/, '')
  if (!asksFor(schema, 'boolean')) return [value]
  return /^(true|yes|on)$/i.test(value) ? [true] : /^(false|no|off)$/i.test(value) ? [false] : []
}

/** Returns the quoted text whose position among the quoted texts is that of the place. */
export const readQuoted: Reader = ({ schema, ordinal }, { message }) => {
  if (!asksFor(schema, 'string') || schema.format !== undefined || schema.enum !== undefined) return []
  const quoted = [...message.matchAll(/"([^"]+)"|“([^”]+)”|(?<!\w)'([^']+)'(?!\w)/g)]
  return quoted.map(([, ...groups]) => groups.find((group) => group !== undefined)!).slice(ordinal, ordinal + 1)
}

const EMAIL = /\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/
const URL = /https?:\/\/[^\s<>"')\]]*[^\s<>"')\].,;:!?]/g

const LINKS: readonly [name: string, format: string, pattern: RegExp][] = [
  ['email', 'email', EMAIL],
  ['url', 'uri', URL],
  ['link', 'uri', URL],
]

/** Returns the mail address or the web addresses of the message. */
export const readLink: Reader = ({ name, schema }, { message }) => {
  if (!asksFor(schema, 'string')) return []
  const words = wordsOf(name)
  return LINKS.flatMap(([word, format, pattern]) =>
    schema.format === format || words.includes(word) ? (message.match(pattern) ?? []) : [],
  )
}
