import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster } from '../faults/cluster.ts'
import type { Random } from '../faults/random.ts'
import type { Told } from '../faults/tools.ts'
import { type Result, TASKS } from '../mcp/rpc.ts'
import { recordResult, recordTask } from './record.ts'
import { attempt, insist, requestMcp } from './requests.ts'
import { nameRun, type Scene } from './scene.ts'

const capabilities = { elicitation: { form: {} }, ...TASKS }
const KNOWN = 'a request gets a result, or is refused for a known reason'

/** Milliseconds between two polls. */
const POLL = 30

/** Creates a task, polls it and answers it, on any node. */
export async function runTask(scene: Scene, cluster: Cluster, random: Random): Promise<void> {
  using activity = scene.pulse.begin(cluster.name, 'a task')
  const { tally, history } = scene
  const run = nameRun()
  const name = random.pick(['survey', 'eight'])
  const params = { name, arguments: { run } }
  const created = await attempt(tally, () =>
    requestMcp(cluster.pick(random), 'tools/call', params, { signal: scene.late, capabilities }),
  )
  const taskId = created?.result?.taskId
  if (taskId === undefined) {
    tally.count('tasks that were lost before they were announced')
    return void (await wait(50))
  }
  activity.beat()
  const request = (method: string, more: object = {}) =>
    insist(scene, cluster, random, (url, signal) =>
      requestMcp(url, method, { taskId, ...more }, { signal, capabilities }),
    )
  const answers = new Map<string, string>()
  for (let seen = ''; ; await wait(POLL)) {
    const { result, error } = await request('tasks/get')
    tally.check(KNOWN, error === undefined, () => `tasks/get of ${run}: ${error?.message}`)
    if (result === undefined) return
    const { status, inputRequests = {} } = result
    const look = `${status} ${Object.keys(inputRequests)}`
    if (look !== seen) activity.beat()
    seen = look
    for (const question of Object.keys(inputRequests)) {
      tally.check(
        'a tool receives the answer that was acknowledged',
        !answers.has(question),
        () => `${question} of task ${taskId} is asked again after its answer was acknowledged`,
      )
      const text = `said ${question} of ${run}`
      const inputResponses = { [question]: { action: 'accept', content: { text } } }
      const { error } = await request('tasks/update', { inputResponses })
      tally.check(KNOWN, error === undefined, () => `tasks/update of ${run}: ${error?.message}`)
      history.add({ type: 'command_acknowledge', stream: `task/${taskId}`, commandId: `answer/${question}` })
      answers.set(question, text)
      activity.beat()
    }
    if (status === 'working' || status === 'input_required') continue
    tally.check(KNOWN, status === 'completed', () => `task ${run}: ${JSON.stringify(result)}`)
    const commandIds = [...answers.keys()].map((question) => `answer/${question}`)
    await recordTask(scene, cluster, taskId, commandIds)
    return verify(scene, name, run, result, answers)
  }
}

function verify(scene: Scene, name: string, run: string, task: Result, answers: Map<string, string>): void {
  const text = task.result?.content?.[0]?.text
  if (task.status !== 'completed' || text === undefined) return
  const given = name === 'survey' ? [answers.get('1/left'), answers.get('2/right')] : []
  recordResult(scene, run, JSON.parse(text) as Told, given)
  scene.tally.count('tasks')
}
