import { toContentWord, wordsOf } from '../answers/words.ts'

/** Words of a position, each with whether it is spoken for (`+`) or denied (`-`): “use A, not B” is `+a -b`. */
export type SignedWords = ReadonlySet<string>

const CLAUSE = /[,.;:!?](?=\s|$)|[()\n—–]|\b(?:but|because|since|although|though|while|whereas|unless)\b/i

const DENIALS = new Set(
  `not no never none nor neither without against avoid avoids avoiding reject rejects oppose opposes cannot stop unlikely
  nicht kein keine nie pas jamais nunca não niet geen`.split(/\s+/),
)

/** What comes after them is what something else is preferred to. */
const PREFERENCES = new Set(['over', 'than', 'instead', 'beats', 'outperforms', 'versus', 'vs'])

const NO_DENIAL = /\bnot (?:only|just|merely|solely)\b/gi

/** A denial holds to the end of its clause, and a second one takes it back. */
export function signedWords(text: string): SignedWords {
  const words = new Set<string>()
  let isDenied = false
  for (const clause of text.replace(NO_DENIAL, ' ').split(CLAUSE)) {
    let sign = '+'
    for (const word of wordsOf(clause)) {
      const isDenial = DENIALS.has(word) || word.endsWith("n't")
      if (isDenial) isDenied = true
      if (isDenial) sign = sign === '+' ? '-' : '+'
      else if (PREFERENCES.has(word)) sign = '-'
      else {
        const content = toContentWord(word)
        if (content !== undefined) words.add(sign + content)
      }
    }
  }
  // “Yes.” and “No.” have no other words, and are not the same.
  return words.size > 0 ? words : new Set([isDenied ? '-' : '+'])
}

export const opposite = (signed: string): string => (signed.startsWith('+') ? '-' : '+') + signed.slice(1)
