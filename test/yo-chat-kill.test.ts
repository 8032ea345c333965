import { join } from 'node:path'
import { createMcpTool } from '@sweatpants/framework'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { findBuiltPage } from './yo-chat/built-page.ts'
import { MortalServer } from './yo-chat/mortal-server.ts'
import type { Person } from './yo-chat/person.ts'
import { serveTools } from './yo-chat/serve-tools.ts'
import { serveSessions } from './yo-chat/session-server.ts'
import { useStage } from './yo-chat/stage.ts'
import { serveSurvey } from './yo-chat/survey-server.ts'

const stage = useStage()

const prepare = async (): Promise<MortalServer> =>
  new MortalServer({ store: join(stage.folder, `${crypto.randomUUID()}.db`), dist: await findBuiltPage() })

/** The server dies and lives again, and the page has noticed both. */
async function killAndRestart(server: MortalServer, { page }: Person): Promise<void> {
  const reconnecting = page.getByText('Reconnecting…')
  await server.kill()
  await reconnecting.waitFor()
  await server.start()
  await reconnecting.waitFor({ state: 'detached' })
}

test('a booking goes on in the same page when the server is killed at each of its questions', async () => {
  await using server = await prepare()
  await server.start()
  const person = await stage.visit(server)
  await person.call('book_flight', { from: 'Lisbon', to: 'Vienna', date: '2026-12-01' })
  for (const step of [/SP205/, '1B', 'Book for 89 EUR']) {
    await person.button(step).waitFor()
    await killAndRestart(server, person)
    await person.press(step)
    if (step === '1B') await person.press('Take seat 1B')
  }
  await person.sees(/Booked. Reference SP205-1B-/)
  await person.hears(/It came to this: .*SP205-1B-/)
})

test('a game goes on in the same page when the server is killed at each move, and no move is asked for twice', async () => {
  await using server = await prepare()
  await server.start()
  const person = await stage.visit(server)
  const board = person.card('tictactoe')
  const marks = () => board.getByRole('button', { name: /, [XO]$/ })
  await person.call('tictactoe', { first: 'person' })
  for (const [index, cell] of [1, 3, 4, 6, 8].entries()) {
    // Until the model has moved, the page may show the turn before.
    await expect.poll(() => marks().count()).toBe(2 * index)
    await board.getByText('Your turn.').waitFor()
    const played = await marks().allTextContents()
    await killAndRestart(server, person)
    expect(await marks().allTextContents()).toEqual(played)
    await person.play([cell])
  }
  await board.getByText('It is a draw.').waitFor()
  await person.hears('It came to this: The game is a draw.')
  const asked = server.asked.filter((text) => text.includes('Reply with one of'))
  expect(asked.length).toBe(4)
  expect(new Set(asked).size).toBe(4)
})

test('a call that waits for consent when the server is killed runs once, with what the person made of it', async () => {
  const stamped: string[] = []
  const stamp = createMcpTool('stamp')
    .parameters(z.object({ letter: z.string() }))
    .execute(function* ({ letter }) {
      stamped.push(letter)
      return `Stamped ${letter}.`
    })
    .build()
  const url = await serveTools(stamp)
  await using server = await prepare()
  await server.start()
  const person = await stage.visit(server)
  await person.addServer(url)
  await person.call('stamp', { letter: 'A' })
  await person.card('stamp').getByRole('textbox', { name: 'Letter' }).fill('B')
  await killAndRestart(server, person)
  expect(stamped).toEqual([])
  await person.press('Allow')
  await person.hears('It came to this: Stamped B.')
  await killAndRestart(server, person)
  await person.say('Say: and now')
  await person.hears('and now')
  expect(stamped).toEqual(['B'])
})

test('a form of a hosted server keeps what was typed while our server is killed, and its answer arrives', async () => {
  const url = await serveSurvey()
  await using server = await prepare()
  await server.start()
  const person = await stage.visit(server)
  await person.addServer(url)
  await person.call('survey', {})
  await person.press('Allow')
  const form = person.page.getByRole('form', { name: 'Tell us about yourself' })
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada')
  await killAndRestart(server, person)
  await form.getByRole('textbox', { name: 'Email' }).fill('ada@example.com')
  await form.getByRole('textbox', { name: 'Day' }).fill('2026-12-10')
  await form.getByRole('textbox', { name: 'Age' }).fill('36')
  await form.getByRole('combobox', { name: 'Colour' }).selectOption('green')
  await form.getByRole('checkbox', { name: 'Friday' }).check()
  await form.getByRole('button', { name: 'Accept' }).click()
  await person.hears(/It came to this: .*"name":"Ada".*"age":36/)
})

test.each([
  ['called again', 'Accept', 2],
  ['left as it is', 'Decline', 1],
] as const)('a hosted call that dies with our server is %s when the person says so', async (_, choice, calls) => {
  const knights = await serveSessions()
  await using server = await prepare()
  await server.start()
  const person = await stage.visit(server)
  await person.addServer(knights.url)
  await person.call('dub', {})
  await person.press('Allow')
  const form = person.page.getByRole('form', { name: 'What shall the knight be called?' })
  await form.waitFor()
  await killAndRestart(server, person)
  const lost = person.page.getByRole('form', { name: /restarted while dub of knights was running.*Call it again\?/ })
  await lost.waitFor()
  expect(await form.count()).toBe(0)
  expect(knights.calls).toBe(1)
  await lost.getByRole('button', { name: choice }).click()
  if (choice === 'Accept') {
    await form.getByRole('textbox', { name: 'Name' }).fill('Galahad')
    await form.getByRole('button', { name: 'Accept' }).click()
    await person.hears('It came to this: Arise, Sir Galahad.')
  } else {
    await person
      .card('dub')
      .getByText(/it was interrupted by a restart of this chat, and was not called again/)
      .waitFor()
    await person.hears(/It came to this: .*was not called again/)
  }
  await person.say('Say: what next')
  await person.hears('what next')
  expect(knights.calls).toBe(calls)
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

test('an answer starts over and is completed after the server was killed in the middle of it', async () => {
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

test('a link is there after the server is killed, and is gone after it was turned off and the server is killed again', async () => {
  await using server = await prepare()
  await server.start()
  const person = await stage.visit(server)
  await person.say('Say: melons')
  await person.hears('melons')
  const session = new URL(person.page.url()).pathname.replace(/^.c/, '/api/app/sessions')
  const share = (method: string, body: RequestInit = {}) =>
    fetch(new URL(`${session}/share`, server.url), { method, ...body })
  const created = await share('POST', { body: '{}', headers: { 'content-type': 'application/json' } })
  const { path } = await created.json()
  await killAndRestart(server, person)
  expect(await (await fetch(new URL(path, server.url))).text()).toContain('melons')
  expect((await share('DELETE')).status).toBe(204)
  await killAndRestart(server, person)
  expect((await fetch(new URL(path, server.url))).status).toBe(404)
})
