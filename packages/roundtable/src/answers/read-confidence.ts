/** Words for how sure somebody is, on the scale of those who put them in numbers too. */
const WORDS: Readonly<Record<string, number>> = {
  'very high': 0.95,
  'extremely high': 0.95,
  certain: 0.95,
  high: 0.85,
  'fairly high': 0.75,
  'moderately high': 0.75,
  'medium high': 0.75,
  medium: 0.6,
  moderate: 0.6,
  fair: 0.6,
  'medium low': 0.4,
  low: 0.3,
  'very low': 0.1,
  'extremely low': 0.1,
}

/** How sure, from 0 to 1; absent where it was not said or cannot be read. */
export function readConfidence(value: unknown): number | undefined {
  if (typeof value === 'number') return onScale(value)
  if (typeof value !== 'string') return undefined
  const text = value
    .slice(0, 200)
    .toLowerCase()
    .replace(/(\d),(\d)/g, '$1.$2')
  const [, digits, slash, whole, percent] =
    /^[^\d+-]{0,20}?([+-]?\d*\.?\d+)\s*(?:(\/|out of|of)\s*(\d+\.?\d*)|(%|per ?cent))?/.exec(text) ?? []
  if (digits === undefined) return inWords(text)
  const number = Number(digits)
  if (slash !== undefined && Number(whole) > 0) return clamp(number / Number(whole))
  return percent === undefined ? onScale(number) : clamp(number / 100)
}

/** From 2 to 100 it is a percentage; what is hardly more than 1 was meant to be 1. */
function onScale(number: number): number | undefined {
  if (!Number.isFinite(number)) return undefined
  return clamp(number >= 2 && number <= 100 ? number / 100 : number)
}

/** A negative zero would come back from JSON as another number. */
const clamp = (share: number): number => Math.min(1, Math.max(0, share)) + 0

const inWords = (text: string): number | undefined => {
  const words = text.match(/[a-z]+/g)?.filter((word) => !/^(confiden(t|ce)|level|quite|ly)$/.test(word)) ?? []
  const said = words.map((word) => (word === 'highly' ? 'high' : word)).join(' ')
  return Object.hasOwn(WORDS, said) ? WORDS[said] : undefined
}
