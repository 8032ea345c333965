import { wordsOf } from './words.ts'

/** What people usually put where nothing was said, by the words of the name. */
const USUAL: readonly [RegExp, string][] = [
  [/\b(id|reference|key|code)\b/, 'demo-1'],
  [/\b(from|origin|departure)\b/, 'Lisbon'],
  [/\b(to|destination|arrival|city|location|place)\b/, 'Vienna'],
  [/\bcountry\b/, 'Portugal'],
  [/\b(last|family|sur) ?name\b/, 'Example'],
  [/\b(name|person|author|guest|customer|player)\b/, 'Alex'],
  [/\bemail\b/, 'alex@example.com'],
  [/\b(url|uri|link|website)\b/, 'https://example.com/'],
  [/\b(date|day|deadline)\b/, '2026-07-28'],
  [/\btime\b/, '09:00'],
  [/\bphone\b/, '+1 555 0100'],
  [/\bcurrency\b/, 'EUR'],
  [/\b(language|locale|lang)\b/, 'en'],
  [/\bcolou?r\b/, 'blue'],
  [/\b(expression|formula)\b/, '1 + 1'],
]

/** A text for a name; where nothing is usual, what it is all about. */
export function usualText(name: string, subject: string): string {
  const words = wordsOf(name).join(' ')
  return USUAL.find(([pattern]) => pattern.test(words))?.[1] ?? (subject || words || 'demo')
}
