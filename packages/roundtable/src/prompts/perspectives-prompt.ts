import { jsonFormat } from './answer-format.ts'
import { createFence } from './fence.ts'
import { sections } from './sections.ts'

const FORMAT = jsonFormat({ perspectives: '["one perspective, in a phrase: what it looks at"]' })

/** Asks for `count` perspectives on a topic, for a panel of experts. */
export function perspectivesPrompt(topic: string, count: number, nonce: string): string {
  const fence = createFence(nonce, topic)
  return sections([
    'A roundtable debate is being prepared.',
    fence.explain(),
    `The topic:\n${fence.task(topic)}`,
    `Name the ${count} perspectives that matter most for deciding it: fields of knowledge or groups of people who would see different things, at least one of them sceptical. Do not answer the topic.`,
    FORMAT,
  ])
}
