import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createMcpTool, type McpTool, runTool } from '@sweatpants/framework'
import { createScriptedPeer, cutEverywhere } from '@sweatpants/framework/testing'
import { expect } from 'vitest'
import { z } from 'zod'
import { accept, type Path, question } from '../path.ts'

const age = { response: z.object({ age: z.number().refine((value) => value < 150, 'nobody is that old') }) }

/** Asks three questions with a step after each, and says when it ends. */
const interview = (ran: string[]): McpTool =>
  createMcpTool('interview')
    .elicits({ age })
    .execute(function* (_, ctx) {
      try {
        for (const name of ['Ada', 'Bo', 'Cy']) {
          yield* ctx.step(`greet ${name}`, () => void ran.push(`greet ${name}`))
          yield* ctx.elicit('age', { message: `How old is ${name}?` })
        }
        return 'thanks'
      } finally {
        yield* ctx.step('leave', () => void ran.push('leave'))
      }
    })
    .build()

/** Restarts the server at every question. */
export async function repeatsNothing(path: Path): Promise<void> {
  const ran: string[] = []
  await using stage = await path.open({ tools: [interview(ran)] })
  const call = await stage.call('interview')
  for (const [i, name] of ['Ada', 'Bo', 'Cy'].entries()) {
    const asked = await question(call)
    expect(asked.message).toBe(`How old is ${name}?`)
    expect(ran).toEqual(['Ada', 'Bo', 'Cy'].slice(0, i + 1).map((greeted) => `greet ${greeted}`))
    await (i === 1 ? stage.servers.kill() : stage.servers.close())
    await stage.servers.start()
    await call.answer(asked, accept({ age: 30 }))
  }
  expect(await call.outcome()).toEqual({ type: 'completed', text: 'thanks' })
  expect(ran).toEqual(['greet Ada', 'greet Bo', 'greet Cy', 'leave'])
}

/** Answers in the words of a client that cannot be asked, wrongly at first, with a restart at every question. */
export async function asksInWords(path: Path): Promise<void> {
  const ran: string[] = []
  await using stage = await path.open({ tools: [interview(ran)] })
  const say = async (name: string, args: Record<string, unknown> = {}): Promise<string> => {
    const outcome = await (await stage.call(name, args, { canElicit: false })).outcome()
    return outcome.type === 'completed' ? outcome.text : JSON.stringify(outcome)
  }
  const handleOf = (text: string): string => /"call":"([^"]+)"/.exec(text)?.[1] ?? text
  let text = await say('interview')
  for (const [i, name] of ['Ada', 'Bo', 'Cy'].entries()) {
    expect(text).toContain(`How old is ${name}?`)
    expect(ran).toHaveLength(i + 1)
    const open = /"answers":\{"([^"]+)"/.exec(text)![1]!
    const again = await say('answer_question', { call: handleOf(text), answers: { [open]: { age: 200 } } })
    expect(again).toContain('nobody is that old')
    await (i === 1 ? stage.servers.kill() : stage.servers.close())
    await stage.servers.start()
    text = await say('answer_question', { call: handleOf(again), answers: { [open]: { age: 30 } } })
  }
  expect(text).toBe('thanks')
  expect(ran).toEqual(['greet Ada', 'greet Bo', 'greet Cy', 'leave'])
}

/** The notifications that a view receives about its call. */
interface ViewState {
  status: string
  call: string
  questions: { id: string; message: string; refusal?: string }[]
  result?: { content: { text: string }[] }
  ignored?: unknown
}

/** Answers in the view of the tool, wrongly at first and once more at the end, with a restart at every question. */
export async function asksInView(path: Path): Promise<void> {
  const ran: string[] = []
  await using stage = await path.open({ tools: [interview(ran)], hasViews: true })
  const mode = path.name === 'mcp-2025' ? ('legacy' as const) : { pin: '2026-07-28' as const }
  const ui = { mimeTypes: ['text/html;profile=mcp-app'] }
  const capabilities = { extensions: { 'io.modelcontextprotocol/ui': ui } }
  await using clients = new AsyncDisposableStack()
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const client = new Client({ name: 'host', version: '1.0.0' }, { capabilities, versionNegotiation: { mode } })
    clients.defer(() => client.close())
    await client.connect(new StreamableHTTPClientTransport(new URL(stage.servers.url)))
    return client.callTool({ name, arguments: args })
  }
  const view = async (handle: string, id: string, age: number): Promise<ViewState> =>
    (await call('continue_call', { call: handle, answers: { [id]: accept({ age }) } })).structuredContent as never
  const { _meta } = await call('interview')
  const first = _meta!['dev.sweatpants/call'] as ViewState
  let state = first
  for (const [i, name] of ['Ada', 'Bo', 'Cy'].entries()) {
    const { id, message } = state.questions[0]!
    expect([message, ran.length]).toEqual([`How old is ${name}?`, i + 1])
    const again = await view(state.call, id, 200)
    expect(again.questions[0]!.refusal).toContain('nobody is that old')
    await (i === 1 ? stage.servers.kill() : stage.servers.close())
    await stage.servers.start()
    state = await view(again.call, id, 30)
  }
  const late = await view(first.call, first.questions[0]!.id, 31)
  for (const { status, result } of [state, late]) expect([status, result?.content[0]?.text]).toEqual(['done', 'thanks'])
  expect(late.ignored).toMatchObject([{ reason: 'answered' }])
  expect(ran).toEqual(['greet Ada', 'greet Bo', 'greet Cy', 'leave'])
}

/** Ends a scripted run after every write to its journal, and runs it again on what was written. */
export async function repeatsNothingInScript(): Promise<void> {
  const ran: string[] = []
  const { cuts } = await cutEverywhere((journal) =>
    runTool(interview(ran), {}, { journal, peer: createScriptedPeer({ answers: { age: () => accept({ age: 30 }) } }) }),
  )
  expect(cuts.length).toBeGreaterThan(7)
  for (const { result, after } of cuts) expect(result, `cut after write ${after}`).toMatchObject({ value: 'thanks' })
  // Once without a cut, and once for each pair of a run that was cut and its successor.
  const times = 1 + cuts.length
  const once = ['greet Ada', 'greet Bo', 'greet Cy', 'leave']
  expect(ran).toEqual(Array.from({ length: times }, () => once).flat())
}

/** Gives an answer that the schema of the question refuses, then a good one. */
export async function asksAgain(path: Path): Promise<void> {
  const ran: string[] = []
  await using stage = await path.open({ tools: [interview(ran)] })
  const call = await stage.call('interview')
  await call.answer(await question(call), accept({ age: 200 }))
  const again = await question(call)
  expect(again).toMatchObject({ message: 'How old is Ada?', refusal: expect.stringContaining('nobody is that old') })
  await call.answer(again, accept({ age: 20 }))
  expect(await question(call)).toMatchObject({ message: 'How old is Bo?' })
  expect(ran).toEqual(['greet Ada', 'greet Bo'])
}

/** Answers wrongly until the tool sees an error. */
export async function givesUp(path: Path): Promise<void> {
  const ran: string[] = []
  await using stage = await path.open({ tools: [interview(ran)] })
  const call = await stage.call('interview')
  for (let attempt = 1; attempt <= 4; attempt++) await call.answer(await question(call), accept({ age: 200 }))
  expect(await call.outcome()).toEqual({ type: 'failed', message: expect.stringContaining('4 answers were invalid') })
  expect(ran).toEqual(['greet Ada', 'leave'])
}
