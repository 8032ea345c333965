import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ToolSchema } from '@modelcontextprotocol/sdk/types.js'
import {
  createMcpTool,
  createTool,
  type Elicits,
  jsonSchema,
  type McpTool,
  type Schema,
  ToolDefinitionError,
} from '@sweatpants/framework'
import { expect } from 'vitest'
import { z } from 'zod'
import type { Path } from '../path.ts'

const plain = createMcpTool('plain')
  .execute(function* () {
    return 'fine'
  })
  .build()

const drafts: Record<string, (name: string) => Buildable> = {
  union: (name) => begin(name, z.union([z.object({ a: z.string() }), z.object({ b: z.string() })])),
  array: (name) => begin(name, z.array(z.string())),
  text: (name) => begin(name, z.string()),
  anything: (name) => begin(name, z.any()),
  nothing: (name) => begin(name, z.never()),
  record: (name) => begin(name, z.record(z.string(), z.number())),
  date: (name) => begin(name, z.object({ on: z.date() })),
  true_property: (name) => begin(name, jsonSchema({ type: 'object', properties: { a: true, b: false } })),
  null_property: (name) => begin(name, jsonSchema({ type: 'object', properties: { a: null } })),
  draft_3: (name) => begin(name, jsonSchema({ type: 'object', properties: {}, required: true })),
  or_null: (name) => begin(name, jsonSchema({ type: ['object', 'null'] })),
  array_output: (name) => createMcpTool(name).output(z.array(z.number())).execute(count),
  true_output: (name) =>
    createMcpTool(name)
      .output(jsonSchema({ type: 'object', properties: { a: true } }))
      .execute(count),
  icon: (name) =>
    createMcpTool(name)
      .icons([{ src: 'https://example.com/icon.png', sizes: '48x48' as never }])
      .execute(count),
  hint: (name) =>
    createMcpTool(name)
      .annotations({ readOnlyHint: 'yes' as never })
      .execute(count),
  meta: (name) => createMcpTool(name).meta({ total: 10n }).execute(count),
}

type Buildable = { build(): McpTool<string, Schema, Elicits, unknown> }

const begin = (name: string, schema: Schema): Buildable => createMcpTool(name).parameters(schema).execute(count)

function* count() {
  return [1]
}

/** Builds tools that clients may not be able to read: each is refused, or listed in a way that clients can read. */
export async function keepsListsReadable(path: Path): Promise<void> {
  const built = Object.entries(drafts).flatMap(([name, draft]): McpTool[] => {
    try {
      return [draft(name).build()]
    } catch (error) {
      expect(error, name).toBeInstanceOf(ToolDefinitionError)
      return []
    }
  })
  const names = [...built.map(({ name }) => name), 'plain']
  expect(names).toEqual(expect.arrayContaining(['union', 'record', 'true_property']))
  await using stage = await path.open({ tools: [...built, plain] })
  const listed = await stage.list()
  expect(listed.map(({ name }) => name)).toEqual(names)
  // A client by hand, and a provider of models, would notice nothing.
  for (const { name, inputSchema } of listed)
    if (inputSchema !== undefined)
      expect(ToolSchema.shape.inputSchema.safeParse(inputSchema).error, name).toBeUndefined()
  if (path.name === 'mcp-2025') expect(await listWithFirstClient(stage.servers.url)).toEqual(names)
  const call = await stage.call('plain')
  expect(await call.outcome()).toEqual({ type: 'completed', text: 'fine' })
}

/** The official client 1.x checks more of a list than its successor. */
async function listWithFirstClient(url: string): Promise<string[]> {
  const client = new Client({ name: 'v1', version: '1' }, { capabilities: { elicitation: { form: {} } } })
  await client.connect(new StreamableHTTPClientTransport(new URL(url)) as Parameters<Client['connect']>[0])
  try {
    return (await client.listTools()).tools.map(({ name }) => name)
  } finally {
    await client.close()
  }
}

/** Offers two tools of one name. */
export async function refusesDuplicates(path: Path): Promise<void> {
  expect(await problemWith(path, [plain, plain])).toContain('two tools are named "plain"')
}

/** Resolves to why the tools are refused: by what offers them or, on a path that runs one tool, by its run. */
async function problemWith(path: Path, tools: readonly McpTool[]): Promise<string> {
  try {
    await using stage = await path.open({ tools })
    return JSON.stringify(await (await stage.call(tools[0]!.name)).outcome())
  } catch (error) {
    return (error as Error).message
  }
}

/** Names a tool as the framework names its own, also behind the back of the builder. */
export async function refusesReservedNames(path: Path): Promise<void> {
  expect(() => createMcpTool('__schema__')).toThrow(ToolDefinitionError)
  expect(() => createTool('__handoff__')).toThrow(ToolDefinitionError)
  expect(await problemWith(path, [{ ...plain, name: '__schema__' }])).toMatch(/name \W+__schema__\W+ is reserved/)
}
