import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../faults/random.ts'
import { type Result, TASKS } from '../mcp/rpc.ts'
import { askMcp } from './ask-mcp.ts'
import { attempt, insist } from './insist.ts'
import type { Place } from './place.ts'
import { nameRun, type Scene } from './scene.ts'
import { checkAnswers, STEPS, type Told } from './told.ts'

const capabilities = { elicitation: { form: {} }, ...TASKS }
const KNOWN = 'a request is answered, or refused for a reason that is known'
const APPLIED = 'an answer that was acknowledged is what the tool is given'
/** Milliseconds after which no node asks what was answered on another. */
const HEARD_AFTER = 8_000
/** Milliseconds between two looks at a task. */
const EVERY = 30

/** A task that is begun, looked at and answered on whichever node is there. */
export async function carryTask(scene: Scene, place: Place, random: Random): Promise<void> {
  using heart = scene.pulse.begin(place.name, 'a task')
  const { tally, ledger } = scene
  const run = nameRun()
  const params = { name: 'survey', arguments: { run } }
  const created = await attempt(tally, () =>
    askMcp(place.pick(random), 'tools/call', params, { signal: scene.late, capabilities }),
  )
  const taskId = created?.result?.taskId
  if (taskId === undefined) {
    tally.count('tasks that were lost before they were announced')
    ledger.forget(run)
    return void (await pause(50))
  }
  heart.beat()
  const ask = (method: string, more: object = {}) =>
    insist(scene, place, random, (url, signal) => askMcp(url, method, { taskId, ...more }, { signal, capabilities }))
  const answers = new Map<string, string>()
  const answeredAt = new Map<string, number>()
  /** A client answers no question twice: what was taken is not asked again, once every node has heard of it. */
  const isOpen = (question: string): boolean => {
    const at = answeredAt.get(question)
    if (at === undefined) return true
    if (Date.now() - at < HEARD_AFTER) return false
    tally.check(
      APPLIED,
      false,
      () => `${question} of ${run} (${taskId}) is asked again ${Date.now() - at} ms after its answer`,
    )
    return true
  }
  for (let seen = ''; ; await pause(EVERY)) {
    const { result, error } = await ask('tasks/get')
    tally.check(KNOWN, error === undefined, () => `tasks/get of ${run}: ${error?.message}`)
    if (result === undefined) return
    const { status, inputRequests = {} } = result
    const look = `${status} ${Object.keys(inputRequests)}`
    if (look !== seen) heart.beat()
    seen = look
    for (const question of Object.keys(inputRequests).filter((one) => isOpen(one))) {
      const text = `said ${question} of ${run}`
      const inputResponses = { [question]: { action: 'accept', content: { text } } }
      const { error } = await ask('tasks/update', { inputResponses })
      tally.check(KNOWN, error === undefined, () => `tasks/update of ${run}: ${error?.message}`)
      answers.set(question, text)
      answeredAt.set(question, Date.now())
      heart.beat()
    }
    if (status !== 'working' && status !== 'input_required') return verify(scene, run, result, answers)
  }
}

function verify({ tally, ledger }: Scene, run: string, task: Result, answers: Map<string, string>): void {
  tally.check(KNOWN, task.status === 'completed', () => `task ${run}: ${JSON.stringify(task)}`)
  const text = task.result?.content?.[0]?.text
  if (task.status !== 'completed' || text === undefined) return
  const told = JSON.parse(text) as Told
  checkAnswers(tally, run, told, [answers.get('1/left'), answers.get('2/right')])
  // Left and right run side by side, so a node that dies may be at both.
  ledger.verify({ run, steps: STEPS.survey!, receipts: told.receipts, isShared: true })
  tally.count('tasks')
}
