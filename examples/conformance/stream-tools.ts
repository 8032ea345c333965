import { createMcpTool } from '@sweatpants/framework'

/** What these tools do to the server that serves them. */
export interface Controls {
  toolsChanged(): void
  promptsChanged(): void
  dropStreams(): void
}

const withProgress = createMcpTool('test_tool_with_progress')
  .description('Tells how far it has come')
  .execute(function* (_, ctx) {
    for (const percent of [0, 50, 100]) {
      yield* ctx.notify(`${percent} % done`, percent)
      yield* ctx.sleep(50)
    }
    return 'Completed.'
  })
  .build()

const withLogging = createMcpTool('test_tool_with_logging')
  .description('Writes to the log while it works')
  .execute(function* (_, ctx) {
    yield* ctx.log('info', 'Tool execution started')
    yield* ctx.sleep(50)
    yield* ctx.log('info', 'Tool processing data')
    yield* ctx.sleep(50)
    yield* ctx.log('info', 'Tool execution completed')
    return 'Completed.'
  })
  .build()

const logging = createMcpTool('test_logging_tool')
  .description('Writes to the log once')
  .execute(function* (_, ctx) {
    yield* ctx.log('info', 'Only for those who asked for it')
    return 'Completed.'
  })
  .build()

export const createStreamTools = (controls: Controls) => [
  withProgress,
  withLogging,
  logging,
  createMcpTool('test_reconnection')
    .description('Loses its stream on the way; the client comes back for the result')
    .execute(function* (_, ctx) {
      yield* ctx.sleep(50)
      yield* ctx.step('drop', () => controls.dropStreams())
      yield* ctx.sleep(100)
      return 'Reconnection test completed'
    })
    .build(),
  createMcpTool('test_trigger_tool_change')
    .description('Says that the tools have changed')
    .execute(function* (_, ctx) {
      yield* ctx.step('tell', () => controls.toolsChanged())
      return 'Told.'
    })
    .build(),
  createMcpTool('test_trigger_prompt_change')
    .description('Says that the prompts have changed')
    .execute(function* (_, ctx) {
      yield* ctx.step('tell', () => controls.promptsChanged())
      return 'Told.'
    })
    .build(),
]
