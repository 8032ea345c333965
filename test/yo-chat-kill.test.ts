import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findBuiltPage } from './yo-chat/built-page.ts'
import { MortalServer } from './yo-chat/mortal-server.ts'
import { useStage } from './yo-chat/stage.ts'

const stage = useStage()

const prepare = async (): Promise<MortalServer> =>
  new MortalServer({ store: join(stage.folder, `${crypto.randomUUID()}.db`), dist: await findBuiltPage() })

test('a booking goes on in the same page when the server is killed at each of its questions', async () => {
  await using server = await prepare()
  await server.start()
  const person = await stage.visit(server)
  const reconnecting = person.page.getByText('Reconnecting…')
  await person.call('book_flight', { from: 'Lisbon', to: 'Vienna', date: '2026-12-01' })
  for (const step of [/SP205/, '1B', 'Book for 89 EUR']) {
    await person.button(step).waitFor()
    await server.kill()
    await reconnecting.waitFor()
    await server.start()
    await reconnecting.waitFor({ state: 'detached' })
    await person.press(step)
    if (step === '1B') await person.press('Take seat 1B')
  }
  await person.sees(/Booked. Reference SP205-1B-/)
  await person.hears(/It came to this: .*SP205-1B-/)
})

test('an answer that is given while the server is dead arrives when it lives again', async () => {
  await using server = await prepare()
  await server.start()
  const person = await stage.visit(server)
  await person.call('pick_card', { count: 7 })
  await person.button('Card 2 of 7').waitFor()
  await server.kill()
  await person.sees('Reconnecting…')
  await person.press('Card 2 of 7')
  await person.say('Say: and this as well')
  await server.start()
  await person.hears(/It came to this: The person picked the/)
  await person.hears('and this as well')
  expect(await person.answer('and this as well').count()).toBe(1)
})

test('an answer is begun anew and brought to its end when the server is killed in the middle of it', async () => {
  await using server = await prepare()
  await server.start({ hangs: true })
  const person = await stage.visit(server)
  await person.say('Begin: once upon a time')
  await person.hears('once upon a time')
  await server.kill()
  await server.start()
  await person.hears('once upon a time and so it ended.')
  expect(await person.messages.getByText('once upon a time and so it ended.').count()).toBe(1)
  expect(await person.messages.getByRole('article').count()).toBe(1)
})
