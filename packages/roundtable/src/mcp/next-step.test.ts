import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Act, askFirst, createFakeTable, say } from '../debate/fixtures/fake-table.ts'
import { Caller } from './fixtures/caller.ts'

/** What a seat does when it is asked for a statement. */
const BEHAVIOURS: Record<string, Act> = {
  yes: () => say('Yes.', { stance: 'support', answer: 'Go' }),
  no: () => say('No.', { stance: 'oppose', answer: 'Stay' }),
  asks: askFirst('How much is it?', 'required', say('Yes.', { stance: 'support', answer: 'Go' })),
  wonders: askFirst('Who is it for?', 'optional', say('No.', { stance: 'oppose', answer: 'Stay' })),
  fails: () => 'I would rather not.',
  dear: () => ({
    model: 'dear',
    content: { type: 'text', text: say('Yes.', { stance: 'support', answer: 'Go' }) },
    usage: { inputTokens: 900, outputTokens: 9_000 },
  }),
}

const behaviour = fc.constantFrom(...Object.keys(BEHAVIOURS), 'dear', 'dear')

const given = fc.record({
  input: fc.record(
    {
      rounds: fc.integer({ min: 1, max: 3 }),
      exitOnConsensus: fc.boolean(),
      budget: fc.constantFrom({ tokens: 10 }, { tokens: 9_000 }, { tokens: 20_000 }),
      mode: fc.constantFrom('collaborative', 'socratic', 'ranking'),
      synthesizer: fc.constant('none'),
      question: fc.constantFrom(
        { kind: 'proposition' },
        { kind: 'proposition', isCheckable: false },
        { kind: 'open' },
        { kind: 'choice', options: ['Go', 'Stay'] },
      ),
    },
    { requiredKeys: [] },
  ),
  /** What the two seats do, by their calls; the last one goes on. */
  acts: fc.tuple(
    fc.array(behaviour, { minLength: 1, maxLength: 6 }),
    fc.array(behaviour, { minLength: 1, maxLength: 6 }),
  ),
  canConclude: fc.boolean(),
  steps: fc.array(fc.constantFrom('follow', 'follow', 'follow', 'pause', 'resume', 'stop', 'synthesize'), {
    minLength: 4,
    maxLength: 12,
  }),
})

const takeTurns = (names: readonly string[]): Act => {
  const left = [...names]
  return (request, signal) => {
    // A seat that returns with the result of a tool goes on as it began.
    const name = left.length > 1 && request.messages.length === 1 ? left.shift()! : left[0]!
    return BEHAVIOURS[name]!(request, signal)
  }
}

interface Standing {
  sessionId: string
  nextStep: string
  contextRequests: { id: string; priority: string }[]
}

/** The calls that a next step names. */
function listCalls({ sessionId, nextStep, contextRequests }: Standing): [tool: string, input: object][] {
  const required = contextRequests.filter(({ priority }) => priority === 'required')
  const answers = required.map(({ id }) => ({ requestId: id, success: false, error: 'It is not known.' }))
  const calls: [RegExp, string, object][] = [
    [/call control_session with action "resume"/, 'control_session', { action: 'resume' }],
    [/synthesize_debate writes it up/, 'synthesize_debate', {}],
    [/export_session/, 'export_session', { format: 'markdown' }],
    [/call record_outcome/, 'record_outcome', { outcome: 'wrong' }],
    [/continue_roundtable with a focusQuestion/, 'continue_roundtable', { focusQuestion: 'And then?' }],
    [/a contextResults entry for each/, 'continue_roundtable', { contextResults: answers }],
    [/call continue_roundtable with sessionId "[^"]+"(?! and)/i, 'continue_roundtable', {}],
  ]
  return calls.flatMap(([names, tool, input]) => (names.test(nextStep) ? [[tool, { sessionId, ...input }]] : []))
}

/**
 * Whether a model has failed, which no advice can foresee. A budget that does not suffice can be foreseen, unless the answers
 * that cannot be read have used it up.
 */
const isFailure = (code: string, message: string, canConclude: boolean): boolean =>
  code === 'unheard' || (code === 'model_failed' && !(canConclude && message.includes('was not asked')))

test('a next step names no call that is refused, in any state of a debate', {
  timeout: 60_000,
}, async () => {
  const seen = new Set<string>()
  const property = fc.asyncProperty(given, async ({ input, acts: [ada, bob], canConclude, steps }) => {
    const conclude: Act = () => (canConclude ? JSON.stringify({ answer: 'Go.', reasons: [] }) : '{')
    const vote: Act = () => say('Yes.', { stance: 'support', answer: 'Go' })
    const acts = { ada: takeTurns(ada), bob: takeTurns(bob) }
    const table = createFakeTable(acts, { conclude, vote, onError: () => {} })
    await using _ = { [Symbol.asyncDispose]: () => table.close() }
    const caller = new Caller(table)
    const started = await caller.call('start_roundtable', { topic: 'Should we go?', ...input })
    const { sessionId } = started.data as { sessionId: string }
    for (const step of steps) {
      const standing = (await caller.call('get_session', { sessionId })).data as Standing
      if (step === 'synthesize') await caller.call('synthesize_debate', { sessionId })
      else if (step !== 'follow') await caller.call('control_session', { sessionId, action: step })
      else
        for (const [tool, input] of listCalls({ ...standing, sessionId })) {
          const { isError, data } = await caller.call(tool, input)
          const { code = '', message = '' } = isError ? (data as { code?: string; message?: string }) : {}
          if (!isFailure(code, message, canConclude))
            expect({ ...standing, tool, code, message }).toMatchObject({ code: '' })
          seen.add(tool)
        }
    }
  })
  // The same debates each time: together they are advised to call every tool.
  await fc.assert(property, { numRuns: 60, seed: 1 })
  expect([...seen].sort()).toEqual([
    'continue_roundtable',
    'control_session',
    'export_session',
    'record_outcome',
    'synthesize_debate',
  ])
})
