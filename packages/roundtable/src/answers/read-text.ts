/** More of a text than this is cut, and more of a list is left out. No answer that was asked for comes near it. */
export const SIZES = {
  answer: 64_000,
  position: 2_000,
  reasoning: 40_000,
  point: 2_000,
  points: 50,
  url: 2_000,
} as const

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for; a database may refuse them
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/** A text that may be stored; absent where the model gave none. */
export function readText(value: unknown, size: number): string | undefined {
  if (typeof value !== 'string' && !Number.isFinite(value)) return undefined
  const text = String(value).replace(CONTROL, '').trim()
  const cut = text.length > size ? `${text.slice(0, size - 1)}…` : text
  return cut === '' ? undefined : cut.toWellFormed()
}

/** A list of texts, where a text alone is a list of one. What is no text leaves itself out, not its neighbours. */
export function readTexts(value: unknown): string[] {
  const values = Array.isArray(value) ? value : [value]
  return values.slice(0, SIZES.points).flatMap((one) => readText(one, SIZES.point) ?? [])
}

/** The beginning of a text, in a line. */
export function quote(text: string): string {
  const line = text.slice(0, 500).replace(/\s+/g, ' ').trim().toWellFormed()
  return line.length > 120 ? `“${line.slice(0, 119).toWellFormed()}…”` : `“${line}”`
}
