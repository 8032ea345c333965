import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { request, TASKS } from './mcp/rpc.ts'
import type { Death } from './outbox/node.ts'

/** A store, a mailbox that outlives processes, and processes that use both. */
function createStage() {
  const folder = mkdtempSync(join(tmpdir(), 'outbox-'))
  const [path, mailbox] = [join(folder, 'store.db'), join(folder, 'mailbox')]
  const children: ChildProcess[] = []
  onTestFinished(async () => {
    for (const child of children) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    async start(death: Death) {
      const child = fork(join(import.meta.dirname, 'outbox/node.ts'), [path, mailbox, death], {
        execArgv: ['--conditions=@sweatpants/source'],
        env: { ...process.env, NODE_NO_WARNINGS: '1' },
      })
      children.push(child)
      const ended = once(child, 'exit')
      const [url] = (await once(child, 'message')) as [string]
      return { url, ended }
    },
    /** The ids of the questions that were delivered, each as often as it was. */
    mails: (): string[] => (existsSync(mailbox) ? readFileSync(mailbox, 'utf8').trim().split('\n') : []),
    /** Claims what waits in the outbox. */
    async claim() {
      const store = createSqliteStore(path)
      try {
        return await store.questions.claim(10, [0])
      } finally {
        await store.close()
      }
    },
  }
}

const call = (url: string) =>
  request(url, 'tools/call', { name: 'ask', arguments: {} }, { capabilities: TASKS }).catch(() => {})

test('a question whose process was killed before it was delivered is delivered by the next one, without a client', async () => {
  const { start, mails, claim } = createStage()
  const killed = await start('before')
  void call(killed.url)
  expect(await killed.ended).toEqual([null, 'SIGKILL'])
  expect(mails()).toEqual([])

  await start('never')
  await expect.poll(mails).toHaveLength(1)
  await expect.poll(claim).toEqual([])
})

test('a question whose process was killed before its delivery was acknowledged is delivered again', async () => {
  const { start, mails, claim } = createStage()
  const killed = await start('after')
  void call(killed.url)
  expect(await killed.ended).toEqual([null, 'SIGKILL'])
  const [question] = mails()
  expect(mails()).toEqual([question])

  await start('never')
  await expect.poll(mails).toEqual([question, question])
  await expect.poll(claim).toEqual([])
})
