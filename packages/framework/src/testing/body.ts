import { createMcpTool } from '../tools/builder.ts'
import type { ToolContext } from '../tools/context.ts'
import type { Elicits } from '../tools/elicit.ts'
import type { Operation } from '../tools/operation.ts'
import { runScript, type Script } from './script.ts'

export type TestBody<E extends Elicits> = (ctx: ToolContext<E>) => Operation<unknown>

/** A script, and the questions that the body may ask. */
export type TestScript<E extends Elicits> = Script<NoInfer<E>> & { elicits?: E }

/** Runs a test's body as that of a tool; what the body throws is what it rejects with. */
export async function runBody<E extends Elicits>(script: TestScript<E>, body: TestBody<E>): Promise<void> {
  const { elicits, ...rest } = script
  const tool = createMcpTool('test')
    // Without questions of its own, a body has none to ask: E is then empty.
    .elicits(elicits ?? ({} as E))
    .execute((_, ctx) => body(ctx))
    .build()
  await runScript(tool, undefined, rest)
}
