import { asksFor, choicesOf, type Json, type JsonSchema } from './schema.ts'
import type { Reader } from './suggest.ts'
import { wordsOf } from './words.ts'

/** Returns the listed values that the message mentions. A message that mentions them all has chosen none. */
export const readChoice: Reader = ({ name, schema }, { message }) => {
  if (asksFor(schema, 'boolean')) return readFlag(name, message)
  if (asksFor(schema, 'array')) {
    const mentioned = mentionedOf((schema.items ?? {}) as JsonSchema, message)
    return mentioned.length === 0 ? [] : [mentioned]
  }
  const mentioned = mentionedOf(schema, message)
  return mentioned.length === choicesOf(schema).length ? [] : mentioned
}

/** Returns the listed values in the order in which the message mentions them. */
function mentionedOf(schema: JsonSchema, message: string): Json[] {
  const text = ` ${wordsOf(message).join(' ')} `
  const positions = choicesOf(schema).map((choice) => {
    const words = typeof choice === 'string' ? wordsOf(choice).join(' ') : ''
    return { choice, at: words === '' ? -1 : text.indexOf(` ${words} `) }
  })
  return positions
    .filter(({ at }) => at !== -1)
    .toSorted((a, b) => a.at - b.at)
    .map(({ choice }) => choice)
}

function readFlag(name: string, message: string): Json[] {
  const label = wordsOf(name)
    .filter((word) => word !== 'is' && word !== 'has')
    .join(' ')
  const text = wordsOf(message).join(' ')
  if (label === '' || !` ${text} `.includes(` ${label} `)) return []
  return [!new RegExp(`\\b(no|not|without|never|dont|non) (\\w+ )?${label}\\b`).test(text)]
}
