/** The words of a text in lower case, without punctuation. Keeps `+` and `#`: C, C++ and C# are three answers. */
export const wordsOf = (text: string): string[] =>
  text.normalize('NFKC').toLowerCase().replaceAll('’', "'").match(WORD) ?? []

const WORD = /[\p{L}\p{N}\p{M}]+(?:['.][\p{L}\p{N}]+)*[+#]*/gu

/** Words without a meaning of their own, and words that only mark a text as a position. */
const STOP_WORDS = new Set(
  `a about all also am an and any are as at be been being both by can could did do does each either for from further had
  has have having he her here him his how i if in into is it its it's itself just let let's may me might more most much
  must my of off on once one only or other our ours out own same shall she should so some such that the their them then
  there these they this those through to too under until up upon us very was we were what when where which who whom why
  will with would you your yes
  adopt adopting agree answer approach best better believe choice choose clearly consider favor favour go good
  definitely opt option pick position prefer probably recommend recommended right strongly support take think use used
  using view worth`.split(/\s+/),
)

/** Removes the ending, so that “hosting” and “hosted” match. The rest need not be a word. */
const stem = (word: string): string => (word.length > 4 ? word.replace(/(?:'s|ing|ed|es|e|s)$/, '') : word)

/** The stem of a word for comparison, or `undefined` for a stop word. */
export const toContentWord = (word: string): string | undefined => (STOP_WORDS.has(word) ? undefined : stem(word))

export const contentWords = (text: string): Set<string> =>
  new Set(wordsOf(text).flatMap((word) => toContentWord(word) ?? []))
