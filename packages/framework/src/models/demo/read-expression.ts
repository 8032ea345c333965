import type { Reader } from './read-message.ts'
import { asksFor } from './type-of.ts'
import { wordsOf } from './words.ts'

const OPERATORS: readonly [RegExp, string][] = [
  [/\bplus\b/gi, '+'],
  [/\bminus\b/gi, '-'],
  [/\b(?:times|multiplied by)\b|[×·]/gi, '*'],
  [/\b(?:divided by|over)\b|÷/gi, '/'],
  [/\b(?:to the power of)\b|\*\*/gi, '^'],
  [/(?<=\d)\s*x\s*(?=\d)/gi, ' * '],
]

/** Bounded, so that a page of dashes takes no longer than a page of words. */
const ARITHMETIC = /[-(\d][-+*/^%().\d\s]{0,200}[\d)]/g

/** The arithmetic in a text: at least one operator between numbers, brackets that close. */
export function findExpression(text: string): string | undefined {
  const plain = OPERATORS.reduce((result, [word, sign]) => result.replace(word, sign), text)
  const spans = plain.match(ARITHMETIC) ?? []
  return spans.map(trim).find((span) => /[\d)]\s*[-+*/^%]\s*[-(\d]/.test(span) && closes(span) && !isDate(span))
}

/** A bracket that the sentence opened is not part of it. */
const trim = (span: string): string => {
  const text = span.trim()
  return closes(text) ? text : text.replace(/^\(/, '').replace(/\)$/, '').trim()
}

const isDate = (span: string): boolean => /^\d{4}-\d\d-\d\d\b/.test(span)

function closes(span: string): boolean {
  let open = 0
  for (const character of span) {
    if (character === '(') open++
    if (character === ')' && --open < 0) return false
  }
  return open === 0
}

const NAMES = new Set(['expression', 'formula', 'calculation', 'equation', 'expr'])

export const readExpression: Reader = ({ name, schema }, { message }) => {
  if (!asksFor(schema, 'string') || !wordsOf(name).some((word) => NAMES.has(word))) return []
  const found = findExpression(message)
  return found === undefined ? [] : [found]
}
