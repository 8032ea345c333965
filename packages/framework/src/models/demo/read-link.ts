import type { Reader } from './read-message.ts'
import { asksFor } from './type-of.ts'
import { wordsOf } from './words.ts'

const EMAIL = /\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/
const URL = /https?:\/\/[^\s<>"')\]]*[^\s<>"')\].,;:!?]/g

const LINKS: readonly [names: string, format: string, find: (text: string) => readonly string[]][] = [
  ['email', 'email', (text) => EMAIL.exec(text) ?? []],
  ['url', 'uri', (text) => findLinks(text)],
  ['link', 'uri', (text) => findLinks(text)],
]

/** The addresses of web pages in a text. */
export const findLinks = (text: string): string[] => text.match(URL) ?? []

export const readLink: Reader = ({ name, schema }, { message }) => {
  if (!asksFor(schema, 'string')) return []
  const words = wordsOf(name)
  return LINKS.flatMap(([word, format, find]) =>
    schema.format === format || words.includes(word) ? find(message) : [],
  )
}
