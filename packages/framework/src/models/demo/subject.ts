const LONGEST = 80

/** What a text is about: its first sentence, without much ado. */
export function subjectOf(text: string): string {
  const line = text.trim().split('\n')[0] ?? ''
  const sentence = /^.+?(?=[.?!](?:\s|$)|$)/.exec(line)?.[0] ?? ''
  return sentence.length <= LONGEST ? sentence : `${sentence.slice(0, LONGEST).replace(/\s+\S*$/, '')}…`
}
