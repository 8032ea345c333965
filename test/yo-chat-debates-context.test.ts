import { ModelError } from '@sweatpants/framework/models'
import type { AgentResponse } from '@sweatpants/roundtable'
import { expect, test } from 'vitest'
import { createPdf } from '../packages/framework/src/models/fixtures/pdf.ts'
import { findViolations } from './accessibility.ts'
import { ask, Gate, oppose, state, whereStated } from './yo-chat-debates/says.ts'
import type { Spectator } from './yo-chat-debates/spectator.ts'
import { useStage } from './yo-chat-debates/stage.ts'

const stage = useStage({ hostsLookUp: true, debates: { webSearch: true } })

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const PEOPLE = 'How many people come by car?'
const BUSES = 'How often does the bus run at night?'
const SHOPS = 'What do the shops say?'

/** A debate whose first round ends with two things that are required and one that is not. */
async function startCurious(topic: string): Promise<{ person: Spectator; sessionId: string; told: string[] }> {
  const told: string[] = []
  stage.play(
    topic,
    whereStated(({ model, round, text, hasCalled }) => {
      if (round === 2) told.push(text)
      if (round === 2 || hasCalled) return model === 'beta' ? oppose() : state()
      if (model === 'alpha') return ask({ query: PEOPLE, reason: 'It decides who loses.', priority: 'required' })
      const night = { query: BUSES, reason: 'Some work late.', priority: 'required' } as const
      return model === 'beta' ? ask(night, { query: SHOPS, reason: 'They pay taxes.', priority: 'optional' }) : state()
    }),
  )
  const person = await stage.visit('debates/new')
  const sessionId = await person.start(topic)
  await person.seesRoundEnd(1)
  return { person, sessionId, told }
}

test('required context is answered request by request, and the continue button says what is missing', async () => {
  const { person, told } = await startCurious('Should the ring road be narrowed?')
  expect(await person.button('2 required answers missing').getAttribute('aria-disabled')).toBe('true')
  await person.button('2 required answers missing').press('Enter')
  const people = person.request(PEOPLE)
  await people.getByText('Required').waitFor()
  await people.getByText('Generalist · alpha asks').waitFor()
  await people.getByText('It decides who loses.').waitFor()
  await people.getByRole('button', { name: 'Save answer' }).click()
  await people.getByText('Write or attach an answer.').waitFor()
  const attach = people.locator('input[type=file]')
  await attach.setInputFiles({ name: 'all.csv', mimeType: 'text/csv', buffer: Buffer.alloc(500_000, 'x') })
  await people.getByText(/all\.csv has 500,000 bytes\. An answer has at most 100,000 characters/).waitFor()
  await attach.setInputFiles({ name: 'car.jpg', mimeType: 'image/jpeg', buffer: Buffer.from([0xff, 0xd8, 0xff]) })
  await people.getByText('car.jpg is not a text file.').waitFor()
  await attach.setInputFiles({ name: 'count.txt', mimeType: 'text/plain', buffer: Buffer.from('4,200 on a weekday') })
  await people.getByRole('button', { name: 'Save answer' }).click()
  await person.answered(PEOPLE).getByText('4,200 on a weekday').waitFor()
  await person.button('1 required answer missing').waitFor()
  expect(told).toEqual([])
  const buses = person.request(BUSES)
  await buses.getByRole('button', { name: 'Mark as unavailable' }).click()
  await buses.getByRole('textbox', { name: 'Why it is unavailable' }).fill('The operator does not say.')
  await buses.getByRole('button', { name: 'Save as unavailable' }).click()
  await person.answered(BUSES).getByText('Marked as unavailable').waitFor()
  await person.page.getByRole('heading', { name: 'The panel needs information from you' }).waitFor()
  await person.request(SHOPS).getByRole('textbox', { name: 'Answer' }).fill('Nothing.')
  await person.request(SHOPS).getByRole('button', { name: 'Save answer' }).click()
  await person.page.getByRole('heading', { name: 'Your answers for the panel' }).waitFor()
  await person.page
    .getByRole('navigation', { name: 'Debates' })
    .getByText(/^Not running/)
    .waitFor()
  await person.page.getByRole('textbox', { name: /^Focus question/ }).fill('Who loses?')
  await person.press('Start round 2 of 2')
  await person.sees(/Finished after 2 rounds/)
  expect(told).toHaveLength(3)
  for (const text of told) {
    expect(text).toContain('4,200 on a weekday')
    expect(text).toContain('The operator does not say.')
    expect(text).toContain('Who loses?')
  }
})

test('an answer that is being typed keeps its text and the focus when the round ends and when the next one begins', async () => {
  const topic = 'Should the tram go to the hospital?'
  const gates = [new Gate(), new Gate()]
  stage.play(
    topic,
    whereStated(async (asked) => {
      if (asked.model === 'beta') {
        await gates[asked.round - 1]!.pass(asked)
        return oppose()
      }
      if (asked.model !== 'alpha' || asked.round === 2 || asked.hasCalled) return state()
      return ask({ query: PEOPLE, reason: 'It decides who loses.', priority: 'optional' })
    }),
  )
  const person = await stage.visit('debates/new')
  await person.start(topic)
  const answer = person.request(PEOPLE).getByRole('textbox', { name: 'Answer' })
  await answer.pressSequentially('About ')
  gates[0]!.open()
  await person.seesRoundEnd(1)
  await person.page.keyboard.type('4,200')
  expect(await answer.inputValue()).toBe('About 4,200')
  await person.press('Start round 2 of 2')
  await person.page.getByRole('heading', { name: 'Round 2 of 2' }).waitFor()
  expect(await answer.inputValue()).toBe('About 4,200')
  gates[1]!.open()
  await person.sees(/Finished after 2 rounds/)
})

/** The names of the texts that the browser keeps for the pages of debates. */
const keptIn = ({ page }: Spectator): Promise<string[]> =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:debate/')))

test('what was typed on the pages of debates is there after a reload, until it is sent', async () => {
  const { person } = await startCurious('Should the park be lit at night?')
  const { page } = person
  const field = page.getByRole('textbox', { name: 'Answer' })
  const focus = page.getByRole('textbox', { name: /^Focus question/ })
  await person.request(PEOPLE).locator(field).fill('About 4,200')
  await focus.fill('Who loses?')
  await page.reload()
  await expect.poll(() => focus.inputValue()).toBe('Who loses?')
  expect(await person.request(PEOPLE).locator(field).inputValue()).toBe('About 4,200')
  await person.request(PEOPLE).getByRole('button', { name: 'Save answer' }).click()
  await person.answered(PEOPLE).getByText('About 4,200').waitFor()
  await person.request(BUSES).locator(field).fill('Every hour.')
  await person.request(BUSES).getByRole('button', { name: 'Save answer' }).click()
  await person.press('Start round 2 of 2')
  await person.sees(/Finished after 2 rounds/)

  await page.goto(`${stage.url}debates/new`)
  const question = page.getByRole('textbox', { name: 'Question' })
  await question.fill('Should the park be larger?')
  await person.openOptions()
  await page.getByRole('textbox', { name: 'Rounds' }).fill('5')
  await page.reload()
  await expect.poll(() => question.inputValue()).toBe('Should the park be larger?')
  await page.getByText(/5 rounds/).waitFor()
  expect(await keptIn(person)).toEqual(['draft:debate/'])
  stage.play(
    'Should the park be larger?',
    whereStated(() => state()),
  )
  await person.start('Should the park be larger?', { rounds: 1 })
  await person.seesRoundEnd(1)
  expect(await keptIn(person)).toEqual([])
})

test('a topic in the address replaces nothing that was typed, and is kept with what the person changed about it', async () => {
  const topic = 'Should the pool close in winter?'
  stage.play(
    topic,
    whereStated(() => state()),
  )
  const person = await stage.visit('debates/new')
  const { page } = person
  const question = page.getByRole('textbox', { name: 'Question' })
  await question.fill('Should the pier stay?')
  await person.openOptions()
  await page.getByRole('textbox', { name: 'Rounds' }).fill('5')
  await page.goto(`${stage.url}debates/new?topic=Should+the+pool+close%3F`)
  await expect.poll(() => question.inputValue()).toBe('Should the pool close?')
  await page.getByText(/3 rounds/).waitFor()
  await page.getByRole('link', { name: 'New debate' }).click()
  await expect.poll(() => question.inputValue()).toBe('Should the pier stay?')
  await page.goBack()
  await expect.poll(() => question.inputValue()).toBe('Should the pool close?')
  await question.fill(topic)
  await page.reload()
  await expect.poll(() => question.inputValue()).toBe(topic)
  await person.start(topic, { rounds: 1 })
  await person.seesRoundEnd(1)
  expect(await keptIn(person)).toEqual(['draft:debate/'])
})

test('a kept reason is no answer after a reload, and what was typed for a request is removed once it is answered elsewhere', async () => {
  const { person, sessionId } = await startCurious('Should the fair be longer?')
  const { page } = person
  const buses = person.request(BUSES)
  const field = page.getByRole('textbox', { name: 'Answer' })
  const reason = page.getByRole('textbox', { name: 'Why it is unavailable' })
  await person.request(PEOPLE).locator(field).fill('About 4,200')
  await buses.getByRole('button', { name: 'Mark as unavailable' }).click()
  await buses.locator(reason).fill('The operator does not say.')
  await page.reload()
  await expect.poll(() => person.request(PEOPLE).locator(field).inputValue()).toBe('About 4,200')
  expect(await buses.locator(field).inputValue()).toBe('')
  await buses.getByRole('button', { name: 'Mark as unavailable' }).click()
  expect(await buses.locator(reason).inputValue()).toBe('The operator does not say.')

  await page.goto(`${stage.url}debates`)
  const mcp = await stage.connect()
  const read = await mcp.callTool({ name: 'get_session', arguments: { sessionId } })
  const { contextRequests } = read.structuredContent as { contextRequests: { id: string }[] }
  const contextResults = contextRequests.map(({ id }) => ({ requestId: id, success: true, result: 'Few.' }))
  await mcp.callTool({ name: 'continue_roundtable', arguments: { sessionId, contextResults } })
  await page.goto(`${stage.url}debates/${sessionId}`)
  await person.sees(/Finished after 2 rounds/)
  await expect.poll(() => keptIn(person)).toEqual([])
})

test('a start whose response was lost starts one debate, also when other models can be used by then', async () => {
  const topic = 'Should the lake be fenced?'
  stage.play(
    topic,
    whereStated(() => state()),
  )
  const person = await stage.visit('debates/new')
  const { page } = person
  let starts = 0
  await page.route('**/api/roundtable/sessions', async (route) => {
    if (route.request().method() !== 'POST' || starts++ > 0) return route.continue()
    await route.fetch()
    await route.fulfill({ status: 502, json: {} })
  })
  await page.getByRole('textbox', { name: 'Question' }).fill(topic)
  await person.press('Start the debate')
  await expect.poll(() => starts).toBe(1)
  await page.route('**/api/app', async (route) => {
    const response = await route.fetch()
    const { models, ...info } = await response.json()
    await route.fulfill({ json: { ...info, models: [...models, { id: 'more', label: 'More', usable: true }] } })
  })
  await page.route('**/api/roundtable/agents', async (route) => {
    const offer = await (await route.fetch()).json()
    const modes = offer.modes.map((mode: object) => ({ ...mode, title: 'Another title' }))
    await route.fulfill({ json: { ...offer, modes } })
  })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page
    .getByText(/Another title/)
    .first()
    .waitFor()
  await person.press('Start the debate')
  await person.page.waitForURL(/\/debates\/(?!new)/)
  expect(starts).toBe(2)
  const listed = await (await fetch(new URL('api/roundtable/sessions', stage.url))).json()
  expect(listed.sessions.filter((session: { topic: string }) => session.topic === topic)).toHaveLength(1)
})

test('an answer over MCP appears on the page at once, and an answer on the page over MCP', async () => {
  const { person, sessionId } = await startCurious('Should the market move?')
  const mcp = await stage.connect()
  const call = async (name: string, args: object) => {
    const { structuredContent, isError } = await mcp.callTool({ name, arguments: { sessionId, ...args } })
    return { isError, data: structuredContent as { contextRequests?: { id: string; query: string }[]; status: string } }
  }
  const idOf = async (query: string) => {
    const { data } = await call('get_session', {})
    return data.contextRequests?.find((request) => request.query === query)?.id
  }
  const requestId = await idOf(PEOPLE)
  const refused = await call('continue_roundtable', {
    contextResults: [{ requestId, success: true, result: 'Few: 300 a day.' }],
  })
  expect(refused.isError).toBe(true)
  await person.answered(PEOPLE).getByText('Few: 300 a day.').waitFor()
  await person.button('1 required answer missing').waitFor()
  const buses = person.request(BUSES)
  await buses.getByRole('textbox', { name: 'Answer' }).fill('Every hour.')
  await buses.getByRole('button', { name: 'Save answer' }).click()
  await person.button('Start round 2 of 2').waitFor()
  expect(await idOf(BUSES)).toBeUndefined()
  const { data } = await call('continue_roundtable', {})
  expect(data.status).toBe('completed')
  await person.sees(/Finished after 2 rounds/)
})

test('the list is searched by topic and decision and narrowed by mode and state', async () => {
  const topics = ['Should the harbour be dredged?', 'Should the mill be rebuilt?']
  for (const topic of topics)
    stage.play(
      topic,
      whereStated(() => state()),
    )
  const person = await stage.visit('debates/new')
  await person.start(topics[0]!, { rounds: 1 })
  await person.seesRoundEnd(1)
  await person.page.getByRole('link', { name: 'New debate' }).click()
  await person.start(topics[1]!, { mode: /^Delphi/, rounds: 2 })
  await person.seesRoundEnd(1)
  await person.page.getByRole('link', { name: 'Debates', exact: true }).click()
  const list = person.page.getByRole('region', { name: 'Debates' })
  const entry = (name: string) => list.getByRole('link', { name: new RegExp(name) })
  await list.getByRole('searchbox').fill('harbour close')
  await entry('mill').waitFor({ state: 'detached' })
  await entry('harbour').waitFor()
  await list.getByRole('searchbox').fill('should the')
  await list.getByRole('combobox', { name: 'Mode' }).selectOption('Delphi')
  await entry('harbour').waitFor({ state: 'detached' })
  await entry('mill').waitFor()
  await list.getByRole('combobox', { name: 'Status' }).selectOption('Paused')
  await list.getByText('No debates found.').waitFor()
  await list.getByRole('combobox', { name: 'Status' }).selectOption('Any status')
  await entry('mill').click()
  await person.page.getByRole('heading', { name: topics[1]!, level: 2 }).waitFor()
})

test('on a phone chats and debates are reached from the drawer, and going back leads where one was', async () => {
  const { page } = await stage.visit('')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Conversations' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Debates' }).click()
  await page.getByRole('heading', { name: 'Debates', level: 1 }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.getByRole('button', { name: 'Debates' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Chats' }).click()
  await page.getByText('What would you like to do?').waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Debates', level: 1 }).waitFor()
  await page.goto(new URL('debates/nowhere', stage.url).href)
  await page.getByText('This debate is gone').waitFor()
})

test('documents that are dropped while others are still read are all attached, without a folder among them', async () => {
  const person = await stage.visit('debates/new')
  const { page } = person
  await person.openOptions()
  await page.getByRole('group', { name: 'Documents of the debate' }).evaluate((group) => {
    const read = File.prototype.arrayBuffer
    const { promise, resolve } = Promise.withResolvers<void>()
    File.prototype.arrayBuffer = async function () {
      if (this.name === 'folder') throw new DOMException('', 'NotFoundError')
      if (this.name === 'slow.md') await promise
      return read.call(this)
    }
    for (const names of [['folder', 'slow.md'], ['fast.md']]) {
      const dataTransfer = new DataTransfer()
      for (const name of names) dataTransfer.items.add(new File(['# Toll'], name))
      group.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
    }
    Object.assign(window, { readOn: resolve })
  })
  const documents = page.getByRole('list', { name: 'Documents' })
  await documents.getByText('fast.md').waitFor()
  await page.evaluate('readOn()')
  await documents.getByText('slow.md').waitFor()
  await person.sees('folder cannot be read. It may be a folder, or it was moved.')
  expect(await documents.getByRole('listitem').count()).toBe(2)
})

test('the panel reads documents that are uploaded or named by a link, and has the tools that were left to it', async () => {
  const topic = 'Should the bridge have a toll?'
  const prompts: string[] = []
  stage.play(
    topic,
    whereStated(({ model, text }) => {
      prompts.push(text)
      if (model === 'beta' && text.includes(PNG)) throw new ModelError('invalid', 'this model takes no images')
      return state()
    }),
  )
  const person = await stage.visit('debates/new')
  const { page } = person
  await person.openOptions()
  const upload = page.locator('input[type=file]')
  await upload.setInputFiles([
    { name: 'costs.pdf', mimeType: 'application/pdf', buffer: Buffer.from(createPdf(['Paint costs 9 euros', ''])) },
    { name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('The **old** bridge.') },
    { name: 'plan.png', mimeType: 'image/png', buffer: Buffer.from(PNG, 'base64') },
    { name: 'deck.zip', mimeType: 'application/zip', buffer: Buffer.from([0x50, 0x4b, 3, 4, 0, 0xff]) },
    { name: 'huge.txt', mimeType: 'text/plain', buffer: Buffer.alloc(5 * 1024 ** 2 + 1, 'x') },
  ])
  await person.sees('deck.zip cannot be read. Attach text, Markdown, PDF, PNG, JPEG, GIF or WebP.')
  await person.sees('huge.txt is too large: a document has at most 5 MB.')
  await page.getByRole('list', { name: 'Documents' }).getByText('costs.pdf').waitFor()
  await page.getByLabel('Use the tool look_up', { exact: true }).uncheck()
  expect(await findViolations(page)).toEqual([])
  await person.start(topic, { rounds: 1 })
  await person.seesRoundEnd(1)
  await person.sees('Documents: costs.pdf (Page 2 of costs.pdf has no text.) · notes.md · plan.png')
  await person.sees('The attached images were not seen by')
  await person.sees('Web search · Tools: none')
  for (const words of ['Paint costs 9 euros', 'The **old** bridge.', 'note: Page 2 of costs.pdf has no text.'])
    expect(prompts[0]).toContain(words)

  const client = await stage.connect()
  const attachments = [{ name: 'toll.md', uri: 'notes://toll' }]
  const debate = { topic, rounds: 1, agents: ['anthropic/alpha'], attachments }
  const { structuredContent } = await client.callTool({ name: 'start_roundtable', arguments: debate })
  expect(structuredContent).toMatchObject({ metadata: { attachments: [{ name: 'toll.md', characters: 22 }] } })
  expect(prompts.at(-1)).toContain('It is 3 euros.')
  const unknown = { ...debate, tools: ['fly'], attachments: [{ name: 'x', uri: 'notes://x' }] }
  const refused = await client.callTool({ name: 'start_roundtable', arguments: unknown })
  expect(refused).toMatchObject({
    isError: true,
    structuredContent: { message: expect.stringContaining('use look_up') },
  })
})

test('the panel has the tools of the MCP servers that the person always allows, and searches only if the person wants it', async () => {
  const topic = 'Should the ferry be free?'
  const calls = [{ name: 'look_up_look_up', input: { what: 'toll' } }]
  stage.play(
    topic,
    whereStated(({ model, hasCalled }) => (model === 'alpha' && !hasCalled ? { calls } : state())),
  )
  const person = await stage.visit('debates/new')
  const { page } = person
  await person.openOptions()
  const search = page.getByLabel('Search the web')
  expect(await search.isChecked()).toBe(true)
  await search.uncheck()
  await person.sees('The panel cannot use look_up_look_up, because it asks you before each call.')
  await person.press(/^MCP servers/)
  await page.getByText('Tools: look_up_look_up').click()
  await page.getByLabel('Always allow look_up_look_up').click()
  await person.press('Close')
  const allowed = page.getByLabel('Use the tool look_up_look_up')
  await allowed.waitFor()
  // Who allows a tool in conversations has not given it to panels.
  expect(await allowed.isChecked()).toBe(false)
  await allowed.check()
  await page.getByLabel('Use the tool look_up', { exact: true }).uncheck()
  const sessionId = await person.start(topic, { rounds: 1 })
  await person.seesRoundEnd(1)
  await page.getByText('Tools: look_up_look_up', { exact: true }).waitFor()
  const { session } = await (await fetch(new URL(`api/roundtable/sessions/${sessionId}`, stage.url))).json()
  expect(session.webSearch).toBeUndefined()
  expect(session.responses.flatMap(({ toolUses }: AgentResponse) => toolUses)).toMatchObject([
    { name: 'look_up_look_up', result: { success: true, data: expect.stringContaining('The toll is 3 euros') } },
  ])
})
