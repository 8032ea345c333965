import type { JsonSchema } from '../../tools/schema.ts'

/** A text that is neither too long nor too short: it ends after a whole word where it can, and is padded with a dot. */
export function fitText(text: string, { minLength = 0, maxLength = Number.POSITIVE_INFINITY }: JsonSchema): string {
  const [shortest, longest] = [minLength as number, maxLength as number]
  return cut(text, longest, shortest).padEnd(shortest, '.')
}

/** Lengths of JSON Schema count characters, not the halves that JavaScript counts. */
function cut(text: string, longest: number, shortest: number): string {
  const characters = [...text]
  if (characters.length <= longest) return text
  const short = characters.slice(0, longest).join('')
  const whole = short.replace(/\s+\S*$/, '')
  return whole.length >= Math.max(shortest, 1) ? whole : short
}
