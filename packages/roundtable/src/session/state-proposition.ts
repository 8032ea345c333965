/** A proposition as a sentence, and its two answers as people say them. */
export interface StatedProposition {
  proposition: string
  /** “Yes, migrate now”. */
  yes: string
  /** “No, do not migrate now”. */
  no: string
}

/** Longer texts, and several sentences, are not reworded. */
const LENGTH = 150

const WE = /^(?:should (?:we|i)|(?:we|i) should|let(?:’|')?s|let us) (not )?(.+)$/i
const MODAL = /^((?:(?!should|must|who|which|that\b)[\p{L}\p{N}’'-]+ ){1,8})(should|must) (not )?(.+)$/iu
const ASKED = /^(should|must|will|would|can|could|is|are|was|were|do|does|did|has|have) ([\p{L}’'-]+) (.+)$/iu
const PRONOUN = /^(?:we|you|it|they|he|she|this|that|there)$/i
const PLURAL = /^(?:are|were|do|have)$/i
const DETERMINER = /^(?:an?|the|our|your|their|its|his|her|every|each|all|any|some|no|this|that|these|those)$/i

/** Words before a verb that is not the one of the sentence: “to work”, “the work”. */
const NO_VERB = new RegExp(`${DETERMINER.source}|^to$`, 'i')
const RELATIVE = /^(?:who|which|that)$/i
/** Words whose opposite is not said with “not”. */
const NEGATED = /\b(?:never|neither|either|nor|no longer|not (?:only|just|merely))\b/i

/** A second question that asks for the other answer: “…, or is it too early?” */
const ALTERNATIVE = /, or (?:should|would|will|can|could|is|are|do|does) (?:it|that|this|they|there|we|i|you)\b.*$/i

/** Verbs at which the subject of a question ends. Without one of them, the answers are short. */
const VERBS: ReadonlySet<string> = new Set(
  `abolish add adopt allow ask be become begin buy change charge choose close cut develop drop eat end exist fund get give go
  have hire increase introduce invest keep launch learn legalise legalize let limit lower make merge migrate move offer open pay
  provide publish raise rebuild release remove replace require restrict rewrite ring run sell send ship split start stop support
  switch take tax teach train use vote wait wear work write build ban`.split(/\s+/),
)

/** Whether a word is one of the verbs that propositions are often about. */
export const isVerb = (word: string): boolean => VERBS.has(word.toLowerCase())

/**
 * Rewords an English proposition or yes/no question. A text that it cannot reword stays as it is, with “Yes” and “No”. This
 * changes how answers are said, never what is counted.
 */
export function stateProposition(text: string): StatedProposition {
  const plain = text
    .trim()
    .replace(/[?.!\s]+$/, '')
    .replace(/,? or not$/i, '')
    .replace(ALTERNATIVE, '')
  const asIs = { proposition: text.trim(), yes: 'Yes', no: 'No' }
  if (NEGATED.test(plain) || plain.length > LENGTH || /[.?!;:\n]\s/.test(plain)) return asIs
  return sayWe(plain) ?? sayModal(plain) ?? sayQuestion(plain, text.trim()) ?? asIs
}

/** “Should we migrate now?” */
function sayWe(text: string): StatedProposition | undefined {
  const [, not = '', rest] = WE.exec(text) ?? []
  if (rest === undefined) return undefined
  const [act, refrain] = [rest, `do not ${rest}`]
  const [yes, no] = not === '' ? [act, refrain] : [refrain, act]
  return { proposition: `We should ${not}${rest}.`, yes: `Yes, ${yes}`, no: `No, ${no}` }
}

/** “A city should ban cars.” */
function sayModal(text: string): StatedProposition | undefined {
  const [, subject, modal, not = '', rest] = MODAL.exec(text) ?? []
  return subject === undefined ? undefined : sayBoth(subject.trim(), modal!.toLowerCase(), not, rest!)
}

/** “Should a city ban cars?”, “Is it worth it?” */
function sayQuestion(text: string, asked: string): StatedProposition | undefined {
  const [, auxiliary, first, rest] = ASKED.exec(text) ?? []
  if (auxiliary === undefined) return undefined
  const modal = auxiliary.toLowerCase()
  const words = [first!, ...rest!.split(' ')]
  const verbs = words.flatMap((word, i) => (i > 0 && isVerb(word) && !NO_VERB.test(words[i - 1]!) ? [i] : []))
  const [verb = 0] = verbs
  const isShould = modal === 'should' || modal === 'must'
  // Several words could be the verb at which the subject ends.
  if (isShould && (words.some((word) => RELATIVE.test(word)) || (verbs.length > 1 && !PRONOUN.test(first!))))
    return undefined
  if (isShould && verb > 0) return sayBoth(words.slice(0, verb).join(' '), modal, '', words.slice(verb).join(' '))
  const who = PRONOUN.test(first!) ? first!.toLowerCase().replace('you', 'we') : PLURAL.test(modal) ? 'they' : 'it'
  return { proposition: asked, yes: `Yes, ${who} ${modal}`, no: `No, ${who} ${negate(modal)}` }
}

function sayBoth(subject: string, modal: string, not: string, rest: string): StatedProposition {
  const [first = ''] = subject.split(' ', 1)
  const who = DETERMINER.test(first) || PRONOUN.test(first) ? lower(subject) : subject
  const [does, doesNot] = [`${who} ${modal} ${rest}`, `${who} ${negate(modal)} ${rest}`]
  const [yes, no] = not === '' ? [does, doesNot] : [doesNot, does]
  return { proposition: `${upper(yes)}.`, yes: `Yes, ${yes}`, no: `No, ${no}` }
}

const negate = (modal: string): string => (modal === 'can' ? 'cannot' : `${modal} not`)

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
