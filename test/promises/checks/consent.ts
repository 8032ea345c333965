import { createMcpTool, type McpTool } from '@sweatpants/framework'
import { expect } from 'vitest'
import { z } from 'zod'
import { accept, type Path, question, refusalOf, tolerateRefusal } from '../path.ts'

interface Shown {
  message?: string
  amount?: number
  label?: string
}

/** A tool that pays what it asks for. */
const pay = (name: string, paid: string[], { message = 'Pay?', amount = 10, label = 'Sure' }: Shown = {}): McpTool =>
  createMcpTool(name)
    .elicits({ sure: { response: z.object({ ok: z.boolean().meta({ title: label }) }) } })
    .execute(function* (_, ctx) {
      yield* ctx.step('prepare', () => void paid.push(`${name}: prepared`))
      const { action } = yield* ctx.elicit('sure', { message, amount })
      if (action === 'accept') yield* ctx.step('pay', () => void paid.push(`${name}: paid ${amount}`))
      return action
    })
    .build()

/** What a deploy changes of a question, while a person looks at it. */
const changes: Record<string, Shown> = {
  message: { message: 'Pay more?', amount: 1000 },
  context: { amount: 1000 },
  schema: { label: 'Sure to pay more', amount: 1000 },
}

/** Deploys other questions while the old ones are open, and answers the old ones. */
export async function ignoresOldAnswers(path: Path): Promise<void> {
  const paid: string[] = []
  const names = Object.keys(changes)
  await using stage = await path.open({ tools: names.map((name) => pay(name, paid)) })
  const calls = await Promise.all(names.map((name) => stage.call(name)))
  const shown = await Promise.all(calls.map(question))
  await stage.servers.kill()
  await stage.servers.start(names.map((name) => pay(name, paid, changes[name])))
  await Promise.all(calls.map((call, i) => call.answer(shown[i]!, accept({ ok: true }))))
  const asked = await Promise.all(calls.map(question))
  expect(asked).toEqual(
    names.map((name) =>
      expect.objectContaining({
        message: changes[name]!.message ?? 'Pay?',
        attempt: 2,
        refusal: expect.stringContaining('changed'),
      }),
    ),
  )
  expect(paid.toSorted()).toEqual(names.map((name) => `${name}: prepared`).toSorted())
  await Promise.all(calls.map((call, i) => call.answer(asked[i]!, accept({ ok: true }))))
  for (const call of calls) expect(await call.outcome()).toEqual({ type: 'completed', text: 'accept' })
  expect(paid.filter((line) => line.includes('paid')).toSorted()).toEqual(
    names.map((name) => `${name}: paid 1000`).toSorted(),
  )
}

/** Answers the old question once more while the new one is open. */
export async function refusesEarlierAttempts(path: Path): Promise<void> {
  const paid: string[] = []
  await using stage = await path.open({ tools: [pay('pay', paid)] })
  const call = await stage.call('pay')
  const shown = await question(call)
  await stage.servers.kill()
  await stage.servers.start([pay('pay', paid, changes.message)])
  await call.answer(shown, accept({ ok: true }))
  const asked = await question(call)
  const late = call.answer(shown, accept({ ok: true }))
  if (path.name === 'chat') expect((await refusalOf(late)).code).toBe('elicit_changed')
  else await tolerateRefusal(late)
  await call.answer(asked, { action: 'decline' })
  expect(await call.outcome()).toEqual({ type: 'completed', text: 'decline' })
  expect(paid).toEqual(['pay: prepared'])
}

/** Deploys code that shows the same question, and answers it. */
export async function countsUnchangedAnswers(path: Path): Promise<void> {
  const paid: string[] = []
  await using stage = await path.open({ tools: [pay('pay', paid)] })
  const call = await stage.call('pay')
  const shown = await question(call)
  await stage.servers.close()
  await stage.servers.start([pay('pay', paid)])
  await call.answer(shown, accept({ ok: true }))
  expect(await call.outcome()).toEqual({ type: 'completed', text: 'accept' })
  expect(paid).toEqual(['pay: prepared', 'pay: paid 10'])
}
