import { jsonFormat } from './answer-format.ts'
import { createFence } from './fence.ts'
import { type Prompt, sections } from './sections.ts'

const KINDS = `Say which kind of question it is:
- "proposition": it can be answered with yes or no, or asks whether to do one thing. State it as a sentence, and both answers as people would say them.
- "choice": it names the possible answers itself. List them.
- "estimate": it asks for a number. Name the quantity and the unit.
- "open": anything else, for instance what to do, which tool to use, how or why; the answers have yet to be proposed.
Where the topic has several sentences or background, decide by what is asked in the end. It may be in any language: write in that language.`

const FORMAT = jsonFormat({
  kind: '"proposition" | "choice" | "estimate" | "open"',
  proposition: '"only for a proposition: the sentence, such as We should migrate now."',
  yes: '"only for a proposition: what supporters say, such as Yes, migrate now"',
  no: '"only for a proposition: what opponents say, such as No, do not migrate now"',
  options: '["only for a choice: each possible answer, as short as it can be"]',
  quantity: '"only for an estimate: what is estimated"',
  unit: '"only for an estimate: its unit, such as days"',
  checkable: 'true, or false if the answer depends on values or taste, so that it can never turn out who was right',
})

/** Asks which kind of question a topic is. */
export function questionPrompt(topic: string, nonce: string): Prompt {
  const fence = createFence(nonce, topic)
  const system = sections([
    'You prepare a debate: you say what exactly is to be decided. You do not answer it.',
    fence.explain(),
    KINDS,
    FORMAT,
  ])
  return { system, message: sections([`The topic:\n${fence.task(topic)}`, 'Which kind of question is it?']) }
}
