import { createMcpTool, type McpTool, ToolDefinitionError } from '@sweatpants/framework'
import { expect } from 'vitest'
import { z } from 'zod'
import type { Path } from '../path.ts'

const plain = createMcpTool('plain')
  .execute(function* () {
    return 'fine'
  })
  .build()

const schemas = {
  union: z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]),
  array: z.array(z.string()),
  text: z.string(),
}

/** Builds tools whose parameters are no objects: each is refused, or listed in a way that clients can read. */
export async function keepsListsReadable(path: Path): Promise<void> {
  const built = Object.entries(schemas).flatMap(([name, schema]): McpTool[] => {
    try {
      return [
        createMcpTool(name)
          .parameters(schema)
          .execute(function* (params) {
            return JSON.stringify(params)
          })
          .build(),
      ]
    } catch (error) {
      expect(error, name).toBeInstanceOf(ToolDefinitionError)
      return []
    }
  })
  await using stage = await path.open({ tools: [...built, plain] })
  expect((await stage.list()).map(({ name }) => name)).toEqual([...built.map(({ name }) => name), 'plain'])
  const call = await stage.call('plain')
  expect(await call.outcome()).toEqual({ type: 'completed', text: 'fine' })
}

/** Offers two tools of one name. */
export async function refusesDuplicates(path: Path): Promise<void> {
  const problem = await path.open({ tools: [plain, plain] }).then(
    () => 'none',
    (error: Error) => error.message,
  )
  expect(problem).toContain('two tools are named "plain"')
}

/** Names a tool as the framework names its own. */
export async function refusesReservedNames(): Promise<void> {
  expect(() => createMcpTool('__schema__')).toThrow(ToolDefinitionError)
  expect(() => createMcpTool('__handoff__')).toThrow(ToolDefinitionError)
}
