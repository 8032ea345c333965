import type { Patch, ToolCallState } from '@sweatpants/framework/chat'
import type { Conversation } from './conversation.ts'
import { checkAnswers, STEPS, type Told } from './told.ts'

const commandOf = (patch: Patch): string | undefined => ('commandId' in patch ? patch.commandId : undefined)

/** Holds what a conversation has come to against all that was acknowledged in it. */
export async function checkConversation(conversation: Conversation): Promise<void> {
  const log = await conversation.load()
  await checkReaders(conversation, log)
  const patches = log.map((data) => JSON.parse(data) as Patch)
  checkCommands(conversation, patches)
  checkTurns(conversation, patches)
  for (const call of Object.values(conversation.page.state.toolCalls)) checkCall(conversation, call)
}

async function checkReaders(conversation: Conversation, log: string[]): Promise<void> {
  const { readers, scene, sessionId } = conversation
  for (const reader of readers) {
    if (reader.isIdle) continue
    await conversation.caughtUp(reader)
    scene.tally.count('returns of readers', Math.max(0, reader.returns))
    const whole = log.join('\n')
    scene.tally.check(
      'readers see every patch once and in order, however often they come back',
      reader.wrong.length === 0 && reader.seen.slice(0, log.length).join('\n') === whole,
      () => `in ${sessionId}: ${reader.wrong[0] ?? `${reader.seen.length} of ${log.length} patches, or others`}`,
    )
  }
}

function checkCommands({ sent, scene, sessionId }: Conversation, patches: Patch[]): void {
  for (const { commandId, lsn } of sent) {
    const places = patches.flatMap((patch, index) => (commandOf(patch) === commandId ? [index + 1] : []))
    scene.tally.check(
      'a command that was acknowledged is in the log, once and in its place',
      places.length === 1 && places[0] === lsn,
      () => `${commandId} of ${sessionId} was acknowledged at ${lsn} and is at [${places}]`,
    )
  }
}

function checkTurns({ scene, sessionId }: Conversation, patches: Patch[]): void {
  const starts = patches.flatMap((patch) => (patch.type === 'turn_start' ? [patch.turn] : []))
  const ends = patches.flatMap((patch) => (patch.type === 'turn_end' ? [patch] : []))
  const reasons = new Set(ends.map(({ reason }) => reason))
  scene.tally.count('turns', ends.length)
  scene.tally.check(
    'a turn ends once, and none fails',
    starts.join() === ends.map(({ turn }) => turn).join() && !reasons.has('failed') && !reasons.has('step_limit'),
    () => {
      const errors = patches.filter(({ type }) => type === 'error' || type === 'tool_call_error')
      return `${sessionId}: turns ${starts}, ends ${JSON.stringify(ends)}, ${JSON.stringify(errors)}`
    },
  )
}

function checkCall({ scene, answers }: Conversation, { callId, toolName, status, ...call }: ToolCallState): void {
  // What came of the world is known; the parameters are those that the clerk gives.
  const { run } = call.arguments as { run: string }
  if (status === 'cancelled') return scene.ledger.forget(run)
  scene.tally.check('a turn ends once, and none fails', status === 'done', () => `${callId}: ${JSON.stringify(call)}`)
  if (status !== 'done') return
  const told = call.result as unknown as Told
  const given = answers.get(callId) ?? new Map()
  const order = toolName === 'note' ? ['title', 'text'] : [...given.keys()]
  checkAnswers(
    scene.tally,
    run,
    told,
    order.map((key) => given.get(key)),
  )
  scene.ledger.verify({ run, steps: STEPS[toolName]!, receipts: told.receipts })
}
