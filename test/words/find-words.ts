import { readProse, readSource, readTitles, type Text } from './read-texts.ts'
import { avoidedWords } from './word-list.ts'

export interface Finding {
  readonly kind: Text['kind']
  readonly file: string
  readonly line: number
  readonly found: string
  readonly reason: string
}

export interface Findings {
  readonly comments: number
  readonly found: readonly Finding[]
}

/** Their strings are words of the English language, by which topics are read. */
const isVocabulary = (file: string): boolean =>
  ['packages/roundtable/src/session/words.ts', 'packages/roundtable/src/demo/frame.ts'].includes(file)

/** Files whose strings are data of tests and measurements: only their comments and titles are checked. */
const isOfTests = (file: string): boolean => /^(?:test|bench)\/|\.test\.tsx?$|\/(?:fixtures|testing)\//.test(file)

const avoided = avoidedWords.map(({ pattern, reason }) => ({
  pattern: new RegExp(`\\b(?:${pattern})\\b`, 'i'),
  reason,
}))
/** One test per line decides in nearly all cases. */
const anyAvoided = new RegExp(`\\b(?:${avoidedWords.map(({ pattern }) => pattern).join('|')})\\b`, 'i')

const REASON = 'a title has a subject and a verb, and reads without its file: "a second answer is refused"'
/** Words that no sentence with a subject begins with: plural nouns that are verbs too, such as "calls", are not among them. */
const subjectless =
  /^(?:is|are|was|were|has|have|had|does|do|can|cannot|may|must|will|should|would|by|to|for|and|or|not|that|which|never|also|refuses|takes|gives|lets|keeps|says|goes|fails|tells|asks|shows|serves|sends|rejects|follows|leaves|drops|gets|stops|passes|makes|infers|opens|loses|knows|sees|forgets|becomes|aborts|shortens|holds|returns|resolves|throws|ignores|removes|adds|closes|finds|accepts|puts|begins|starts|cancels)\b/

/** A title about one thing whose words have no ending of a verb: "a private ballot". A placeholder may hold the verb. */
const verbless =
  /^(?:an?|the|every|each)\b(?!.*(?:[%$]|\b(?:and|look|can|cannot|may|must|will|are|were|had|have)\b|\b\w*[^\Ws]s\b))/

function findIn(file: string, { kind, line, lines }: Text): Finding[] {
  return lines.flatMap((words, index) => {
    if (!anyAvoided.test(words)) return []
    const at = { kind, file, line: line + index }
    return avoided.flatMap(({ pattern, reason }): Finding[] => {
      const found = pattern.exec(words)?.[0]
      return found === undefined ? [] : [{ ...at, found, reason }]
    })
  })
}

/** Returns what to rewrite in a file, and how many comments the file has. */
export function findWords(file: string, content: string): Findings {
  if (/\.(?:md|txt)$/.test(file))
    return { comments: 0, found: readProse(content).flatMap((text) => findIn(file, text)) }
  const texts = readSource(content)
  const comments = texts.filter(({ kind }) => kind === 'comment')
  const titles = isOfTests(file) ? readTitles(content) : []
  const found = [...(isOfTests(file) || isVocabulary(file) ? comments : texts), ...titles].flatMap((text) =>
    findIn(file, text),
  )
  const untitled = titles.flatMap(({ line, lines: [title = ''] }): Finding[] => {
    const isSentence = !subjectless.test(title) && !verbless.test(title)
    return isSentence ? [] : [{ kind: 'title', file, line, found: title, reason: REASON }]
  })
  return { comments: comments.length, found: [...found, ...untitled] }
}
