import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../faults/random.ts'
import type { Result } from '../mcp/rpc.ts'
import type { RoundReply } from '../roundtable/caller.ts'
import { askMcp } from './ask-mcp.ts'
import { CURIOUS } from './bills.ts'
import { checkDebate, type Debated } from './check-debate.ts'
import { attempt, insist } from './insist.ts'
import type { Place } from './place.ts'
import { nameRun, type Scene } from './scene.ts'

const SEATS = ['anthropic/claude-quick', CURIOUS, 'google/gemini-3-quick']
const ROUNDS = 2
/** What says that another call is at it, or was until a moment ago. */
const BUSY = ['round_in_progress', 'interrupted']

type Refusal = { code?: string; status?: string }

/** A debate of two rounds, whose first asks for context, on whichever node is there. */
export async function debate(scene: Scene, place: Place, random: Random): Promise<void> {
  using heart = scene.pulse.begin(place.name, 'a debate')
  const { tally, bills } = scene
  const name = nameRun()
  const topic = `Is proposal ${name} sound?`
  const began = Date.now()
  const call = async (tool: string, args: object, requestState?: string): Promise<Result> => {
    const { result, error } = await insist(scene, place, random, (url, signal) =>
      askMcp(
        url,
        'tools/call',
        { name: tool, arguments: args, ...(requestState && { requestState }) },
        { signal, capabilities: {} },
      ),
    )
    heart.beat()
    if (result === undefined) throw new Error(`${tool} of ${topic}: ${JSON.stringify(error)}`)
    // A node that goes away gives back where it was.
    if (result.resultType === 'input_required') return call(tool, args, result.requestState)
    if (result.isError !== true || result.structuredContent !== undefined) return result
    // Its store was away: nothing is known, and it is asked again.
    tally.error(tool, result.content?.[0]?.text ?? '')
    await pause(100)
    return call(tool, args)
  }
  const start = { name: 'start_roundtable', arguments: { topic, agents: SEATS, rounds: ROUNDS } }
  const started = await attempt(tally, () =>
    askMcp(place.pick(random), 'tools/call', start, { signal: scene.late, capabilities: {} }),
  )
  heart.beat()
  const sessionId =
    (started?.result?.structuredContent as RoundReply | undefined)?.sessionId ?? (await find(call, topic))
  if (sessionId === undefined) {
    tally.count('debates that were lost before they were announced')
    bills.forget(name)
    return void (await pause(50))
  }
  const context = `It cost ${name}.`
  let wasRefused = false
  for (let status = ''; status !== 'completed'; ) {
    const session = await readSession(call, sessionId)
    const pending = session.pendingContextRequests
    // Now and then without what is required.
    const withholds = pending.length > 0 && !wasRefused
    const contextResults = withholds ? [] : pending.map(({ id }) => ({ requestId: id, success: true, result: context }))
    status = session.status
    if (status === 'completed') break
    const { isError, structuredContent } = await call('continue_roundtable', { sessionId, contextResults })
    const { code, status: reached } = (structuredContent ?? {}) as Refusal
    if (isError && BUSY.includes(code ?? '')) await pause(100)
    const isKnown = !isError || ['context_required', 'completed', ...BUSY].includes(code ?? '')
    tally.check(
      'a request is answered, or refused for a reason that is known',
      isKnown,
      () => `continue_roundtable of ${sessionId}: ${JSON.stringify(structuredContent)}`,
    )
    if (withholds) {
      wasRefused ||= code === 'context_required'
      tally.check(
        'required context is waited for, and told to every seat',
        // What was interrupted is finished first, and asks again.
        isError === true || reached === 'needs_context',
        () => `${sessionId} went on without its context: ${JSON.stringify(structuredContent)}`,
      )
    }
  }
  const session = await readSession(call, sessionId)
  checkDebate(scene, { name, place: place.name, session, context, began, seats: SEATS, rounds: ROUNDS })
  bills.forget(name)
  tally.count('debates')
}

type Call = (tool: string, args: object) => Promise<Result>

async function find(call: Call, topic: string): Promise<string | undefined> {
  const { structuredContent } = await call('list_sessions', { limit: 100 })
  const { sessions } = structuredContent as { sessions: { id: string; topic: string }[] }
  return sessions.find((session) => session.topic === topic)?.id
}

async function readSession(call: Call, sessionId: string): Promise<Debated> {
  const { structuredContent } = await call('export_session', { sessionId, format: 'json' })
  const { content } = structuredContent as { content: string }
  return (JSON.parse(content) as { session: Debated }).session
}
