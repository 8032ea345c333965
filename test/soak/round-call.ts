import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../faults/random.ts'
import type { Result } from '../mcp/rpc.ts'
import { askMcp } from './ask-mcp.ts'
import { attempt, insist } from './insist.ts'
import type { Place } from './place.ts'
import { nameRun, type Scene } from './scene.ts'
import { checkAnswers, STEPS, type Told } from './told.ts'

const QUESTION = 'size'

/** A stateless call in two rounds, each on whichever node answers. What was not answered is asked again with the same state. */
export async function callInRounds(scene: Scene, place: Place, random: Random): Promise<void> {
  using heart = scene.pulse.begin(place.name, 'a call in rounds')
  const { tally } = scene
  const name = random.pick(['order', 'stored_order'])
  const run = nameRun()
  const params = { name, arguments: { run } }
  const first = await attempt(tally, () => askMcp(place.pick(random), 'tools/call', params, { signal: scene.late }))
  if (first?.result?.requestState === undefined) {
    tally.count('calls that were lost before their first answer')
    scene.ledger.forget(run)
    return void (await pause(50))
  }
  heart.beat()
  let round: Result = first.result
  const size = Math.floor(random.between(0, 1e9))
  for (;;) {
    const { requestState, inputRequests } = round
    const isAsked = inputRequests?.[QUESTION] !== undefined
    const answered = { action: 'accept', content: { size } }
    const next = { ...params, requestState, ...(isAsked && { inputResponses: { [QUESTION]: answered } }) }
    const { result, error } = await insist(scene, place, random, (url, signal) =>
      askMcp(url, 'tools/call', next, { signal }),
    )
    heart.beat()
    if (error !== undefined) return refuse(scene, name, run, error.message)
    // A node that goes away gives back where it was.
    if (result?.resultType === 'input_required') round = result
    else return verify(scene, { name, run, size, result: result! })
  }
}

interface Ended {
  name: string
  run: string
  size: number
  result: Result
}

function verify(scene: Scene, { name, run, size, result }: Ended): void {
  const told = JSON.parse(result.content?.[0]?.text ?? 'null') as Told | null
  scene.tally.check(
    'a request is answered, or refused for a reason that is known',
    result.isError !== true && told !== null,
    () => `${name} ${run}: ${JSON.stringify(result)}`,
  )
  if (result.isError === true || told === null) return
  checkAnswers(scene.tally, run, told, [size])
  // A sealed state may be used again when its answer did not come, and repeats what follows it.
  scene.ledger.verify({ run, steps: STEPS[name]!, receipts: told.receipts, isShared: name === 'order' })
  scene.tally.count(`calls in rounds, ${name === 'order' ? 'sealed' : 'stored'}`)
}

/** A stored state is good for one use, of which the answer may not have come. What followed it has not run twice. */
function refuse(scene: Scene, name: string, run: string, message: string): void {
  const isUsed = name === 'stored_order' && /has been used already/.test(message)
  scene.tally.check(
    'a request is answered, or refused for a reason that is known',
    isUsed,
    () => `${name} ${run} was refused: ${message}`,
  )
  scene.tally.check(
    'a step whose outcome is recorded does not run again',
    scene.ledger.times(run, 'reserve') === 1 && scene.ledger.times(run, 'place') <= 2,
    () => `${run}: reserve ran ${scene.ledger.times(run, 'reserve')} times, place ${scene.ledger.times(run, 'place')}`,
  )
  scene.tally.count('calls whose stored state was used, and whose answer was lost')
  scene.ledger.forget(run)
}
