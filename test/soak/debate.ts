import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster } from '../faults/cluster.ts'
import type { Random } from '../faults/random.ts'
import type { Result } from '../mcp/rpc.ts'
import type { RoundReply } from '../roundtable/caller.ts'
import { CURIOUS } from './bills.ts'
import { checkDebate, type Debated } from './check-debate.ts'
import { untilRead } from './record.ts'
import { attempt, insist, isCancelled, requestMcp } from './requests.ts'
import { nameRun, type Scene } from './scene.ts'

const SEATS = ['anthropic/claude-quick', CURIOUS, 'google/gemini-3-quick']
const ROUNDS = 2
/** The codes of a round that another call plays, or has just left. */
const BUSY = ['round_in_progress', 'interrupted']

type Refusal = { code?: string; status?: string }

/** Runs a debate of two rounds on any node. In the first round a seat requests context. */
export async function debate(scene: Scene, cluster: Cluster, random: Random): Promise<void> {
  using activity = scene.pulse.begin(cluster.name, 'a debate')
  const { tally, bills } = scene
  const name = nameRun()
  const topic = `Is proposal ${name} sound?`
  const call = async (tool: string, args: object, requestState?: string): Promise<Result> => {
    const reply = await insist(scene, cluster, random, (url, signal) =>
      requestMcp(
        url,
        'tools/call',
        { name: tool, arguments: args, ...(requestState && { requestState }) },
        { signal, capabilities: {} },
      ),
    )
    activity.beat()
    if (isCancelled(reply)) return call(tool, args)
    const { result, error } = reply
    if (result === undefined) throw new Error(`${tool} of ${topic}: ${JSON.stringify(error)}`)
    // A node that shuts down returns the state that it has reached.
    if (result.resultType === 'input_required') return call(tool, args, result.requestState)
    // The same in words, for a client that cannot be asked. All that is called here may be called again.
    const { next } = (result.structuredContent ?? {}) as { next?: { tool: string } }
    if (next?.tool === 'check_on') return call(tool, args)
    const { code = OUTAGE } = (result.structuredContent ?? {}) as Refusal
    if (result.isError !== true || code !== OUTAGE) return result
    tally.error(tool, result.content?.[0]?.text ?? '')
    await wait(100)
    return call(tool, args)
  }
  const start = { name: 'start_roundtable', arguments: { topic, agents: SEATS, rounds: ROUNDS } }
  const started = await attempt(tally, () =>
    requestMcp(cluster.pick(random), 'tools/call', start, { signal: scene.late, capabilities: {} }),
  )
  activity.beat()
  const sessionId =
    (started?.result?.structuredContent as RoundReply | undefined)?.sessionId ?? (await find(call, topic))
  if (sessionId === undefined) {
    tally.count('debates that were lost before they were announced')
    bills.forget(name)
    return void (await wait(50))
  }
  const context = `It cost ${name}.`
  let wasRefused = false
  for (let status = ''; status !== 'completed'; ) {
    const session = await readSession(call, sessionId)
    const pending = session.pendingContextRequests
    // The first time without what is required.
    const withholds = pending.length > 0 && !wasRefused
    const contextResults = withholds ? [] : pending.map(({ id }) => ({ requestId: id, success: true, result: context }))
    status = session.status
    if (status === 'completed') break
    const { isError, structuredContent } = await call('continue_roundtable', { sessionId, contextResults })
    const { code, status: reached } = (structuredContent ?? {}) as Refusal
    if (isError && BUSY.includes(code ?? '')) await wait(100)
    const isKnown = !isError || ['context_required', 'completed', ...BUSY].includes(code ?? '')
    tally.check(
      'a request gets a result, or is refused for a known reason',
      isKnown,
      () => `continue_roundtable of ${sessionId}: ${JSON.stringify(structuredContent)}`,
    )
    if (withholds) {
      wasRefused ||= code === 'context_required'
      tally.check(
        'a debate waits for required context, and every seat receives it',
        // An interrupted round is finished first, and requests again.
        isError === true || reached === 'needs_context',
        () => `${sessionId} continued without its context: ${JSON.stringify(structuredContent)}`,
      )
    }
  }
  const session = await readSession(call, sessionId)
  const events = await untilRead(() => scene.storeOf(cluster).log<{ type: string }>('debate').read(sessionId, 0))
  const interrupts = events.filter(({ event }) => event.type === 'round_interrupt').length
  checkDebate(scene, { name, session, context, seats: SEATS, rounds: ROUNDS, interrupts })
  bills.forget(name)
  tally.count('debates')
}

/** The code of a call whose store did not answer. Such a call is repeated. */
const OUTAGE = 'store_unavailable'

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
