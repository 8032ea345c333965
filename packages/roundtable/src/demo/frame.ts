import type { FramedQuestion } from '../answers/parse-question.ts'
import { isVerb, stateProposition } from '../session/state-proposition.ts'

// The demo model follows rules, so it frames a question by its words. A real model reads the topic.

/** Words of English, German, French, Spanish, Italian, Portuguese and Russian begin and end at a letter; others have no blanks. */
const words = (list: string): RegExp =>
  new RegExp(`(?<!\\p{L})(?:${list.trim().replaceAll(/\s+/g, '|')})(?!\\p{L})`, 'iu')

const NUMBER =
  /\bhow (?:many|much|long|often|far|old|high|large|big)\b|\b(?:estimate|what percentage)\b|(?<!\p{L})(?:wie (?:viele?|lange|oft)|combien|cuánt[oa]s?|quant[oaie]s?|сколько)(?!\p{L})|何(?:人|日|年|円|回)|どのくらい|いくつ|多少|多久|多长/iu
const UNIT =
  /\bhow (?:many|much) (?!is\b|are\b|will\b|does\b|do\b|time\b|money\b)(\p{L}+)|\bhow (long|often|far|old)\b|\bin (days|weeks|months|years|hours|minutes|euros|dollars|percent)\b/iu
const ASKS_WHAT =
  words(`what which who whom whose when where why how welche[rsnm]? was wie wer wen wem wo wann warum wieso womit
  quel(?:le)?s? que qui comment pourquoi où quand quoi qué cuál(?:es)? cómo quién dónde cuándo
  quale quali cosa come chi dove perché qual quais como quem onde какой какую какая какие какое что как кто где когда почему`)
const ASKS_WHAT_UNSPACED = /どの|どれ|何|なに|なん|どう|なぜ|誰|いつ|どこ|哪|什么|怎么|怎样|如何|为什么|谁/u
const TELLS =
  words(`compare choose pick select find list name rank suggest design recommend propose help tell give describe outline plan
  explain draft create identify determine decide evaluate prioriti[sz]e brainstorm advise write invent discuss debate
  summari[sz]e analy[sz]e review assess solve imagine formulate nenne wähle empfiehl vergleiche finde
  choisis(?:sez)? proposez? recommande[zr]?(?:-nous)? comparez? trouvez? elige elija recomienda recomiende compara compare propón
  scegli consiglia(?:ci)? confronta escolha recomende выбери выберите предложи предложите`)
const ASKS_WHETHER = words(`should shall must will would can could may is are was were do does did has have
  soll(?:en|te|ten)? ist sind kann können wird werden hat haben darf dürfen muss müssen sollten
  est-ce faut-il devons-nous devrions-nous doit-on devrait-on peut-on es son debe debemos debería deberíamos puede hay
  è sono dobbiamo dovremmo deve devemos deveríamos é são нужно должны стоит ли`)
const ASKS_WHETHER_UNSPACED = /(?:ますか|ですか|べきか|吗|嗎|是否)/u
const CHOICE = /^([^,:?]{1,60}?) (?:or|vs\.?|versus) ([^,?]{1,60}?)\s*\??$/i
const BEFORE_CHOICE = /^.{0,300}(?:[:,] |\b(?:use|choose|pick|buy|prefer|between) )/i
/** “After the outage, roll back or roll forward?” */
const LEADING_CLAUSE =
  /^(?:after|as|at|before|because|by|during|for|from|given|if|in|on|once|since|to|until|when|where|while|with|without)\b[^,?]{1,200}, /i
/** “Postgres or MySQL for billing?” */
const PURPOSE = / (?:for|as|when|if) \S+(?: \S+){0,5}$/i
const VALUES =
  /^\W*should (?:an? |the |our )?(?:city|cities|country|countries|state|government|society|people|parents|schools?|every\w+)\b|\b(?:fair|ethical|moral|beautiful)\b/i

const UNITS: Readonly<Record<string, string>> = {
  long: 'weeks',
  often: 'times a month',
  far: 'kilometres',
  old: 'years',
}

/** Says which kind of question a topic is. */
export function frame(topic: string): FramedQuestion {
  const asked = lastQuestion(topic)
  const isCheckable = !VALUES.test(asked)
  if (NUMBER.test(asked)) return { kind: 'estimate', quantity: asked, unit: findUnit(asked), isCheckable }
  const main = asked.replace(LEADING_CLAUSE, '')
  const options = findActs(main) ?? findList(main)
  if (options !== undefined) return { kind: 'choice', options, isCheckable }
  const [, one, other] = CHOICE.exec(main.replace(BEFORE_CHOICE, '').replace(/ or not\s*\?/i, '?')) ?? []
  if (one !== undefined && other !== undefined && !/^\W*(?:should|shall|is|are|do|does|can|will) /i.test(one))
    return { kind: 'choice', options: [one.trim(), other.replace(PURPOSE, '').trim()], isCheckable }
  return asksWhether(asked)
    ? { kind: 'proposition', ...stateProposition(asked), isCheckable }
    : { kind: 'open', isCheckable }
}

/** Returns the two things to do in “Should we roll back or roll forward?”; `undefined` if it asks about one. */
function findActs(asked: string): [string, string] | undefined {
  const [, one, other] = /^should (?:we|i) ([^,?]{1,60}?) or ([^,?]{1,60}?)\s*\?$/i.exec(asked) ?? []
  if (one === undefined || other === undefined) return undefined
  const verb = other.split(' ', 1)[0]!
  return isVerb(verb) || verb === one.split(' ', 1)[0] ? [one, other] : undefined
}

/** Returns the answers in “Which is better: Kafka, NATS or RabbitMQ?”; `undefined` if it lists fewer than three. */
function findList(asked: string): string[] | undefined {
  const listed = asked.replace(/^.*(?:: |\b(?:use|choose|pick|buy|prefer|between) )/i, '')
  const [, first = '', last = ''] = /^(.+?),? (?:or|vs\.?|versus) ([^,?]+)\?$/i.exec(listed) ?? []
  const options = [...first.split(', '), last].map((option) => option.trim())
  return options.length > 2 && options.every((option) => option.split(' ').length <= 4) ? options : undefined
}

/** Whether yes or no answers it. What is not recognized is open: then different answers are never called agreement. */
function asksWhether(asked: string): boolean {
  const isQuestion = /[?？؟]$/.test(asked)
  const clauses = asked.split(/[,;:，、：] */)
  if (!isQuestion) return !asksInStatement(asked, clauses)
  if (
    clauses.some((clause) => beginsWith(ASKS_WHETHER, clause)) &&
    !clauses.some((clause) => beginsWith(ASKS_WHAT, clause))
  )
    return true
  return ASKS_WHETHER_UNSPACED.test(asked) && !ASKS_WHAT_UNSPACED.test(asked)
}

/** Whether a text without a question mark asks for proposals: “Recommend a database”, “We wonder what to do”. */
const asksInStatement = (asked: string, clauses: readonly string[]): boolean =>
  /\b(?:what|which|how|why)\b|ください|请|請/iu.test(asked) ||
  ASKS_WHAT_UNSPACED.test(asked) ||
  clauses.some((clause) => beginsWith(TELLS, clause) || beginsWith(ASKS_WHAT, clause))

const beginsWith = (pattern: RegExp, clause: string): boolean => {
  const found = pattern.exec(clause)
  return found !== null && !/\p{L}/u.test(clause.slice(0, found.index))
}

/** The last sentence with a question mark, or the whole topic; only its beginning matters. */
function lastQuestion(topic: string): string {
  const sentences = topic.split(/(?<=[.!?？。\n])/)
  return (sentences.findLast((sentence) => /[?？]\s*$/.test(sentence)) ?? topic).trim().slice(0, MOST)
}

const MOST = 400

function findUnit(asked: string): string {
  const [, counted, adverb, named] = UNIT.exec(asked) ?? []
  return (
    named?.toLowerCase() ??
    (adverb === undefined ? undefined : UNITS[adverb.toLowerCase()]) ??
    counted?.toLowerCase() ??
    'units'
  )
}
