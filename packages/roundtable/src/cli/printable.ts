import { stripVTControlCharacters } from 'node:util'

/** What is shown may come from a model or a web page, and must not steer the terminal. */
export const toPrintable = (text: string): string => stripVTControlCharacters(text).replace(/(?![\n\t])\p{Cc}/gu, '')
