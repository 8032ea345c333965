import { expect, it } from 'vitest'
import { createMcpTool } from './builder.ts'
import { ToolDefinitionError } from './errors.ts'
import type { McpTool } from './tool.ts'
import { indexTools } from './tool-names.ts'

const tool = (name: string): McpTool =>
  createMcpTool(name)
    .execute(function* () {})
    .build()

it('a tool cannot have a reserved name', () => {
  for (const name of ['__schema__', '__handoff__', '__mine']) {
    expect(() => tool(name)).toThrow(
      new ToolDefinitionError(
        `the tool name "${name}" is reserved: names that begin with "__" are the framework's own`,
      ),
    )
  }
  expect(tool('_mine').name).toBe('_mine')
})

it('tools are indexed by name, and two of one name are refused', () => {
  expect([...indexTools([tool('a'), tool('b')]).keys()]).toEqual(['a', 'b'])
  expect(() => indexTools([tool('a'), tool('b'), tool('a')])).toThrow('two tools are named "a"')
})

it('a name that was changed after the tool was built is checked again', () => {
  expect(() => indexTools([{ ...tool('a'), name: '__schema__' }])).toThrow('reserved')
  expect(() => indexTools([{ ...tool('a'), name: 'a b' }])).toThrow(ToolDefinitionError)
})

it('what is no tool is refused with its place', () => {
  for (const wrong of [undefined, createMcpTool('b')]) {
    // A circle of imports is not seen by the compiler.
    const tools = [tool('a'), wrong] as unknown as McpTool[]
    expect(() => indexTools(tools)).toThrow(/^tools\[1\] is .+, which is not a tool; end it with \.build\(\)/)
  }
})
