import { setTimeout as delay } from 'node:timers/promises'
import { createMcpTool, type McpTool } from '@sweatpants/framework'
import { type AnswerError, answerQuestion, type InboxQuestion, listQuestions } from '@sweatpants/framework/inbox'
import { expect } from 'vitest'
import { z } from 'zod'
import { accept, type Path, type Stage } from '../path.ts'

/** Asks the managers, and then pays. */
const expense = (ran: string[], quorum?: number): McpTool =>
  createMcpTool('expense')
    .elicits({ approve: { response: z.object({ amount: z.number().max(100) }) } })
    .execute(function* (_, ctx) {
      const request = { message: 'Approve the secret trip?' }
      const names: (string | undefined)[] = []
      if (quorum === undefined) {
        names.push((yield* ctx.elicit('approve', request, { to: 'role:manager' })).answeredBy)
      } else {
        const all = yield* ctx.elicit('approve', request, { to: 'role:manager', quorum })
        if (all.action === 'accept') names.push(...all.answers.map(({ answeredBy }) => answeredBy))
      }
      yield* ctx.step('pay', () => void ran.push('pay'))
      return `approved by ${names.join(' and ')}`
    })
    .build()

const manager = (principal: string) => ({ principal, names: ['role:manager'] })

/** Resolves to the question once a manager finds it. */
async function find({ servers }: Stage): Promise<InboxQuestion> {
  for (;;) {
    const [question] = (await listQuestions(servers.store!, manager('ada'))).questions
    if (question !== undefined) return question
    await delay(10)
  }
}

const answer = ({ servers }: Stage, { id, digest }: InboxQuestion, principal: string): Promise<string> =>
  answerQuestion(servers.store!, { ...manager(principal), id, digest, answer: accept({ amount: 5 }) }).then(
    () => 'answered',
    (error: AnswerError) => error.code,
  )

/** Two managers answer at once; the caller, who is none, does not see the question. */
export async function asksOthers(path: Path): Promise<void> {
  const ran: string[] = []
  await using stage = await path.open({ tools: [expense(ran)] })
  const call = await stage.call('expense')
  const question = await find(stage)
  expect(question.message).toBe('Approve the secret trip?')
  expect((await listQuestions(stage.servers.store!)).questions).toEqual([])
  const eve = { principal: 'eve', id: question.id, answer: accept({ amount: 5 }) }
  await expect(answerQuestion(stage.servers.store!, eve)).rejects.toMatchObject({ code: 'not_addressed' })
  const answers = await Promise.all(['ada', 'bob'].map((name) => answer(stage, question, name)))
  expect(answers.sort()).toEqual(['answered', 'question_closed'])
  expect(await call.outcome()).toMatchObject({
    type: 'completed',
    text: expect.stringMatching(/^approved by (ada|bob)$/),
  })
  expect(ran).toEqual(['pay'])
  expect((await listQuestions(stage.servers.store!, manager('ada'))).questions).toEqual([])
}

/** The second of two managers opens the inbox after the run has recorded the answer of the first. */
export async function asksTwo(path: Path): Promise<void> {
  const ran: string[] = []
  await using stage = await path.open({ tools: [expense(ran, 2)] })
  const call = await stage.call('expense')
  expect(await answer(stage, await find(stage), 'ada')).toBe('answered')
  // All writes that follow the answer are done.
  await delay(500)
  expect((await listQuestions(stage.servers.store!, manager('ada'))).questions).toEqual([])
  const [question] = (await listQuestions(stage.servers.store!, manager('bob'))).questions
  expect(question).toMatchObject({ message: 'Approve the secret trip?', quorum: 2, answeredBy: ['ada'] })
  expect(await answer(stage, question!, 'bob')).toBe('answered')
  expect(await call.outcome()).toMatchObject({ type: 'completed', text: 'approved by ada and bob' })
  expect((await listQuestions(stage.servers.store!, manager('bob'))).questions).toEqual([])
}

/** The server is killed before each of the answers that a quorum needs, and none runs while they are given. */
export async function asksOthersAcrossKills(path: Path): Promise<void> {
  const ran: string[] = []
  await using stage = await path.open({ tools: [expense(ran, 2)] })
  const call = await stage.call('expense')
  const question = await find(stage)
  await call.waits?.()
  for (const name of ['ada', 'bob']) {
    await stage.servers.kill()
    expect(await answer(stage, question, name)).toBe('answered')
    expect(await answer(stage, question, name)).toBe('question_closed')
    await stage.servers.start()
  }
  expect(await call.outcome()).toEqual({ type: 'completed', text: 'approved by ada and bob' })
  expect(ran).toEqual(['pay'])
}

/** Asks the managers, and reminds them after a while. */
const reminding = (ran: string[], now: () => void): McpTool =>
  createMcpTool('reminding')
    .elicits({ approve: { response: z.object({ ok: z.boolean() }) } })
    .execute(function* (_, ctx) {
      const answer = yield* ctx.race([
        ctx.elicit('approve', { message: 'Approve?' }, { to: 'role:manager' }),
        ctx.branch(function* (ctx) {
          yield* ctx.sleep(2_000)
          yield* ctx.step('remind', () => {
            ran.push('remind')
            now()
          })
          return yield* ctx.elicit('approve', { message: 'Approve now?' }, { to: 'role:manager' })
        }),
      ])
      return `${answer.action} by ${answer.answeredBy}`
    })
    .build()

/** The server is killed while managers are asked, and the next one starts when they have to be reminded. No client is there. */
export async function remindsOthers(path: Path): Promise<void> {
  const ran: string[] = []
  const reminded = Promise.withResolvers<void>()
  await using stage = await path.open({ tools: [reminding(ran, reminded.resolve)] })
  const call = await stage.call('reminding')
  const question = await find(stage)
  await call.waits?.()
  await stage.servers.kill()
  await delay(2_000)
  await stage.servers.start()
  await reminded.promise
  const ok = { ...manager('ada'), id: question.id, digest: question.digest, answer: accept({ ok: true }) }
  await answerQuestion(stage.servers.store!, ok)
  expect(await call.outcome()).toEqual({ type: 'completed', text: 'accept by ada' })
  expect(ran).toEqual(['remind'])
}

/** A tool asks others on a server whose store ends with its process. */
export async function needsDurableStore(path: Path): Promise<void> {
  await using stage = await path.open({ tools: [expense([])], isForgetful: true })
  const outcome = await (await stage.call('expense')).outcome()
  expect(JSON.stringify(outcome)).toContain('the store of this server is not durable')
}
