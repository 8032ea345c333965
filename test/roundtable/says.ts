import type { Asked } from './asked.ts'
import type { Behaviour, Script } from './loopback.ts'

export const say = (text: string): Behaviour => ({ type: 'say', said: { text } })

export const fail = (status: number, headers?: Record<string, string>): Behaviour => ({
  type: 'status',
  status,
  ...(headers !== undefined && { headers }),
})

/** A statement in the format of the prompt, with the changes of a test. */
export const state = (said: Record<string, unknown> = {}): Behaviour =>
  say(
    JSON.stringify({
      position: 'Yes, it should be done.',
      stance: 'support',
      confidence: 0.8,
      reasoning: 'It is worth what it costs.',
      keyPoints: ['worth it'],
      citations: [],
      agreesWith: [],
      ...said,
    }),
  )

let calls = 0

/** Calls tools instead of answering. */
export const call = (...uses: [name: string, input: Record<string, unknown>][]): Behaviour => ({
  type: 'say',
  said: { calls: uses.map(([name, input]) => ({ id: `call_${++calls}`, name, input })) },
})

export const request = (query: string, priority: 'required' | 'optional' = 'required'): Behaviour =>
  call(['request_context', { query, reason: 'It bears on the question.', priority }])

/** The default answer of every model. */
export const agreeable: Script = (asked) => REPLIES[asked.for](asked)

const REPLIES: Record<Asked['for'], Script> = {
  question: () => say(JSON.stringify({ kind: 'proposition', proposition: 'It should be done.', checkable: true })),
  statement: () => state(),
  groups: () => say(JSON.stringify({ groups: [] })),
  ballot: () => say(JSON.stringify({ position: 'Yes.', stance: 'support', confidence: 0.7 })),
  summary: () => say(JSON.stringify({ summary: 'They agreed.', keyPoints: ['worth it'] })),
  synthesis: () => say(JSON.stringify({ answer: 'They agreed.', reasons: [{ text: 'worth it', by: [] }] })),
  perspectives: () => say(JSON.stringify({ perspectives: ['cost', 'risk'] })),
}

/** A script for statements; everything else gets the default answer. */
export const whereStated =
  (script: Script): Script =>
  (asked) =>
    asked.for === 'statement' ? script(asked) : agreeable(asked)
