import type { ProposalGroup } from '../session/question.ts'
import { jsonFormat } from './answer-format.ts'
import { createFence } from './fence.ts'
import { type Prompt, sections } from './sections.ts'

const FORMAT = jsonFormat({
  groups:
    '[{ "label": "the proposal in a few words", "reason": "why these are the same proposal", "proposals": [1, 3] }]',
})

/**
 * Asks a model to merge proposals. It sees their texts in alphabetical order and without names, so that it cannot favour a seat.
 * Existing groups keep their labels.
 */
export function mergePrompt(input: {
  topic: string
  proposals: readonly string[]
  groups: readonly ProposalGroup[]
  nonce: string
}): Prompt {
  const { topic, proposals, groups, nonce } = input
  const labels = groups.map(({ label }) => label)
  const fence = createFence(nonce, [topic, proposals, labels])
  const system = sections([
    'You are the clerk of a debate. You put proposals that say the same into one group. You take no side.',
    fence.explain(),
    'Two proposals are the same only if carrying out one carries out the other: different words for one thing are the same, a different thing, time or condition is not. When in doubt, keep them apart. Each proposal is in exactly one group. A group of one is fine.',
    FORMAT,
  ])
  const listed = proposals.map((text, index) => fence.data('proposal', text, { number: `${index + 1}` }))
  const message = sections([
    `The topic:\n${fence.task(topic)}`,
    labels.length > 0 &&
      `Labels of earlier groups; use one word for word where a proposal belongs to it:\n${labels.map((label) => fence.data('answers', label)).join('\n')}`,
    `The proposals:\n${listed.join('\n')}`,
    'Group them.',
  ])
  return { system, message }
}
