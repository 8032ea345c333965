import { asksFor, type Json } from './schema.ts'
import type { Reader } from './suggest.ts'
import { contentWords, subjectOf, wordsOf } from './words.ts'

/** Texts made of the whole message, by the words of the name. */
const TEXTS: readonly [RegExp, (message: string) => string][] = [
  [/\b(query|q|search|term|keywords)\b/, toQuery],
  [/\b(topic|subject|theme)\b/, toTopic],
  [/\b(title|headline|label)\b/, subjectOf],
  [/\b(summary|abstract|description|overview)\b/, (message) => `In short: ${subjectOf(message)}.`],
  [/\b(reason|reasoning|rationale|explanation|thoughts?)\b/, (message) => `This follows from “${subjectOf(message)}”.`],
  [
    /\b(text|message|content|input|prompt|question|claim|body|note|comment|request|instructions?|task)\b/,
    (message) => message.trim(),
  ],
]

const LISTS = /\b(tags|keywords|topics|labels|words|terms)\b/

/** Returns a text made of the message, for a required place. */
export const readText: Reader = ({ name, schema, required }, { message }) => {
  if (!required || message === '' || schema.format !== undefined || schema.enum !== undefined) return []
  const words = wordsOf(name).join(' ')
  if (asksFor(schema, 'array')) return LISTS.test(words) ? [leadingWords(message)] : []
  if (!asksFor(schema, 'string')) return []
  const text = TEXTS.find(([pattern]) => pattern.test(words))?.[1](message)
  return text === undefined || text === '' ? [] : [text]
}

const leadingWords = (message: string): Json[] =>
  [...new Set(contentWords(message).filter((word) => !/^\d/.test(word)))].slice(0, 3)

const REQUEST =
  /^(?:please |can you |could you )*(?:search|look up|look|find|google|query)(?: the web| online)?(?: for| about)? /i

function toQuery(message: string): string {
  return message
    .trim()
    .replace(REQUEST, '')
    .replace(/[?.!]+$/, '')
}

/** A request with a colon before the topic itself: "Ask the roundtable: should we move?" */
const BEFORE_TOPIC = /^(?:please )?(?:ask|begin|debate|discuss|have|hold|let|run|start)\b[^:.?!\n]*:\s+/i

function toTopic(message: string): string {
  const text = message.trim()
  const topic = text.replace(BEFORE_TOPIC, '')
  if (topic !== text) return topic
  return /\b(?:about|regarding|on whether|whether|topic:) +(.+?)[.!]*$/im.exec(message)?.[1] ?? subjectOf(message)
}
