import { createMcpTool, type McpTool, type RunResult, runTool, StepInterruptedError } from '@sweatpants/framework'
import { createRunJournal, type Store } from '@sweatpants/framework/log'
import { z } from 'zod'
import { absent, Count } from '../scenarios/tools.ts'
import type { Conversation, System } from './conversation.ts'
import { doWork, ran } from './ran.ts'

const toInterview = (once: boolean) =>
  createMcpTool('interview')
    .parameters(Count)
    .elicits({ next: { response: z.object({ value: z.number() }) } })
    .execute(function* ({ n }, ctx) {
      ran.bodies++
      let sum = 0
      for (let i = 0; i < n; i++) {
        try {
          yield* ctx.step('work', () => doWork(i), { once })
        } catch (error) {
          if (!(error instanceof StepInterruptedError)) throw error
        }
        ran.questions++
        const answer = yield* ctx.elicit('next', { message: 'What is next?' })
        if (answer.action === 'accept') sum += answer.content.value
      }
      return sum
    })
    .build()

export interface Way {
  name: string
  /** Whether each answer reaches a new process that has only the journal. */
  isRebuilt?: boolean
  /** Whether work is never done twice, even if it is unknown whether it was done. */
  once?: boolean
}

export function createOurs(store: Store, { name, isRebuilt = false, once = false }: Way): System {
  const tool: McpTool = toInterview(once)
  const resume = async (id: string, n: number): Promise<Conversation> => {
    const start = (answers = {}) =>
      runTool(tool, { n }, { peer: absent, journal: createRunJournal(store, id), answers })
    let result: RunResult<unknown> = await start()
    return {
      async answer() {
        if (result.type !== 'parked') throw new Error(`expected a run that waits, got one that is ${result.type}`)
        const answers = { [result.questions[0]!.id]: { action: 'accept', content: { value: 1 } } }
        result = isRebuilt ? await start(answers) : await result.resume(answers)
        return result.type === 'completed' ? Number(result.value) : undefined
      },
    }
  }
  return {
    name,
    begin: resume,
    goOn: resume,
    async [Symbol.asyncDispose]() {
      await store.close()
    },
  }
}
