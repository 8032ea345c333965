import { ran } from './ran.ts'
import { openSystem, type SystemName } from './systems.ts'

/** A run in a process of its own, that tells of its questions until it is killed, or over. */
const { SYSTEM, URL, SCHEMA, QUESTIONS, LEFT, SILENT_AT } = process.env as Record<string, string>
const questions = Number(QUESTIONS)
/** The question that stays unanswered. */
const silentAt = Number(SILENT_AT ?? -1)

await using system = await openSystem(SYSTEM as SystemName, { url: URL!, schema: SCHEMA! })
const left = LEFT as 'waiting' | 'working' | undefined
const conversation = await (left === undefined ? system.begin('run', questions) : system.goOn('run', questions, left))
let sum: number | undefined
for (let asked = 0; sum === undefined; asked++) {
  process.send!({ type: 'asked' })
  // The channel to the parent, which will kill the process, keeps it alive.
  if (asked === silentAt) await new Promise(() => {})
  sum = await conversation.answer()
}
process.send!({ type: 'done', sum, questions: ran.questions })
process.disconnect()
