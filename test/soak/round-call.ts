import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster } from '../faults/cluster.ts'
import type { Random } from '../faults/random.ts'
import type { Told } from '../faults/tools.ts'
import type { Result } from '../mcp/rpc.ts'
import { recordResult } from './record.ts'
import { attempt, insist, isCancelled, requestMcp } from './requests.ts'
import { nameRun, type Scene } from './scene.ts'

const QUESTION = 'size'
const KNOWN = 'a request gets a result, or is refused for a known reason'

/** Makes a stateless call in two rounds, each on any node. A round without a reply is sent again with the same state. */
export async function callInRounds(scene: Scene, cluster: Cluster, random: Random): Promise<void> {
  using activity = scene.pulse.begin(cluster.name, 'a call in rounds')
  const { tally } = scene
  const name = random.pick(['order', 'booking'])
  const run = nameRun()
  const params = { name, arguments: { run } }
  const first = await attempt(tally, () =>
    requestMcp(cluster.pick(random), 'tools/call', params, { signal: scene.late }),
  )
  if (first?.result?.requestState === undefined) {
    tally.count('calls that were lost before their first reply')
    return void (await wait(50))
  }
  activity.beat()
  let round: Result = first.result
  const size = Math.floor(random.between(0, 1e9))
  for (;;) {
    const { requestState, inputRequests } = round
    const isAsked = inputRequests?.[QUESTION] !== undefined
    const answer = { action: 'accept', content: { size } }
    const next = { ...params, requestState, ...(isAsked && { inputResponses: { [QUESTION]: answer } }) }
    const reply = await insist(scene, cluster, random, (url, signal) => requestMcp(url, 'tools/call', next, { signal }))
    activity.beat()
    if (isCancelled(reply)) return tally.count('calls that were cancelled with their connection')
    const { result, error } = reply
    tally.check(KNOWN, error === undefined, () => `${name} ${run} was refused: ${error?.message}`)
    if (result === undefined) return
    // A node that shuts down returns the state that it has reached.
    if (result.resultType === 'input_required') round = result
    else return verify(scene, { name, run, size, result })
  }
}

interface Ended {
  name: string
  run: string
  size: number
  result: Result
}

function verify(scene: Scene, { name, run, size, result }: Ended): void {
  const text = result.isError === true ? undefined : result.content?.[0]?.text
  scene.tally.check(KNOWN, text !== undefined, () => `${name} ${run}: ${JSON.stringify(result)}`)
  if (text === undefined) return
  recordResult(scene, run, JSON.parse(text) as Told, [size])
  scene.tally.count(`calls in rounds, ${name}`)
}
