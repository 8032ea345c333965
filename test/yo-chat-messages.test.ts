import { join } from 'node:path'
import { expect, test } from 'vitest'
import { config } from '../apps/yo-chat/config.ts'
import { endOfTurn, SESSION, writeConversation } from '../bench/page/conversation.ts'
import { hostileMarkdown } from '../packages/framework/src/react/fixtures/hostile-markdown.ts'
import { findViolations } from './accessibility.ts'
import { createNetwork } from './yo-chat/network.ts'
import { useStage } from './yo-chat/stage.ts'

const stage = useStage()

test.each([
  ['its button', 'button'],
  ['Escape', 'key'],
] as const)('an answer that is stopped with %s keeps what was said, marked as stopped', async (_, way) => {
  const person = await stage.visit()
  await person.say('Begin: once upon a time')
  await person.hears('once upon a time')
  if (way === 'button') await person.press(/^Stop/)
  else await person.page.keyboard.press('Escape')
  await person.answer('once upon a time').getByText('Stopped', { exact: true }).waitFor()
  await person.page.reload()
  await person.answer('once upon a time').getByText('Stopped', { exact: true }).waitFor()
})

test('a page that is opened in the middle of an answer shows what was said, and can stop it', async () => {
  const person = await stage.visit()
  await person.say('Begin: in the middle')
  await person.hears('in the middle')
  await person.page.reload()
  await person.hears('in the middle')
  await person.press(/^Stop/)
  await person.answer('in the middle').getByText('Stopped', { exact: true }).waitFor()
})

test('an edited message and another answer are versions, which every tab shows, the model knows and a link opens', async () => {
  const person = await stage.visit()
  const { page } = person
  const other = await stage.visitBeside(person)
  const shown = (texts: RegExp) => person.answer(texts).count()
  await person.say('Say: apples')
  await person.hears('apples')
  await person.say('Count')
  await person.hears(/Answer number \d+\./)
  const pears = await page.locator('.message').last().getAttribute('id')
  await person.button('Try again').last().click()
  await person
    .answer(/Answer number/)
    .getByText('Version 2/2')
    .waitFor()

  await person.button('Edit and send again').first().click()
  const box = page.getByRole('textbox', { name: 'Edit your message' })
  expect(await page.getByText(/deleted/).count()).toBe(0)
  await box.fill('Say: plums')
  await person.press('Send again')
  await person.hears('plums')
  expect(await shown(/apples|number/)).toBe(0)
  expect(await person.messageBox.evaluate((element) => element === document.activeElement)).toBe(true)

  await page.reload()
  await person.hears('plums')
  await page.getByText('Version 2/2').waitFor()
  await person.press('Previous version')
  await person
    .answer(/Answer number/)
    .getByText('Version 2/2')
    .waitFor()
  expect(await shown(/plums/)).toBe(0)
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Previous version')
  await other.page.goto(page.url())
  await other
    .answer(/Answer number/)
    .getByText('Version 2/2')
    .waitFor()

  await person.button('Next version').first().click()
  await person.hears('plums')
  await other.hears('plums')
  expect(await findViolations(page)).toEqual([])

  await other.page.goto(`${page.url()}#${pears}`)
  await other
    .answer(/Answer number/)
    .getByText('Version 1/2')
    .waitFor()
  await person
    .answer(/Answer number/)
    .getByText('Version 1/2')
    .waitFor()
})

test('a double click asks for one other answer, and sends an edited message once', async () => {
  const person = await stage.visit()
  const { page } = person
  await person.say('Count')
  await person.hears(/Answer number \d+\./)
  await person.button('Try again').dblclick()
  const answer = person.answer(/Answer number/)
  await answer.getByText('Version 2/2').waitFor()
  await person.button('Edit and send again').click()
  await page.getByRole('textbox', { name: 'Edit your message' }).fill('Say: plums')
  await person.button('Send again').dblclick()
  await person.hears('plums')
  await person.say('Say: the end')
  await person.hears('the end')
  await person.press('Previous version')
  await answer.getByText('Version 2/2').waitFor()
  await person.button('Next version').first().click()
  await person.hears('the end')
  expect(await page.locator('.versions').allTextContents()).toEqual(['Version 2/2'])
})

test('a double click on the button that stops an answer leaves the next one alone', async () => {
  const person = await stage.visit()
  const { page } = person
  await person.say('Begin: once upon a time')
  await person.hears('once upon a time')
  await person.say('Begin: the second')
  await page.getByText('Queued').waitFor()
  const clicked = Promise.withResolvers<void>()
  await page.route('**/commands', async (route) => {
    await clicked.promise
    await route.continue()
  })
  await person.button(/^Stop/).last().dblclick()
  clicked.resolve()
  await person.hears('the second')
  await person.say('Say: the third')
  await page.getByText('Queued').waitFor()
  expect(await person.answer('the second').getByText('Stopped', { exact: true }).count()).toBe(0)
})

test('a long conversation opens at its end and then has every message, by its address and after a switch of branches too', async () => {
  const turns = 150
  await writeConversation(join(stage.folder, 'store.db'), turns * 2, 'demo')
  const person = await stage.visit({ url: `${stage.url}c/${SESSION}` })
  const { page, messages } = person
  const hasAll = () => expect.poll(() => page.locator('.message').count(), { timeout: 20_000 }).toBe(turns * 2)
  const isAtEnd = () => messages.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight < 32)
  const isInView = (text: string) =>
    page.getByText(text, { exact: true }).evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return top >= 0 && bottom <= innerHeight
    })
  await person.hears(endOfTurn(turns))
  await hasAll()
  expect(await isAtEnd()).toBe(true)
  const { nodes } = await (await page.context().newCDPSession(page)).send('Accessibility.getFullAXTree')
  // Screen readers count every message. Contents out of view are `auto`, which browsers search, and not `hidden`.
  expect(nodes.filter(({ role, ignored }) => role?.value === 'listitem' && !ignored).length).toBeGreaterThanOrEqual(
    turns * 2,
  )
  const visibility = await page
    .locator('#message-u2')
    .evaluate((message) => getComputedStyle(message).contentVisibility)
  expect(visibility).toBe('auto')

  await messages.evaluate((box) => box.scrollTo({ top: 0 }))
  await expect.poll(() => isInView('Question 1: how does it go on?')).toBe(true)
  await person.button('Latest').click()
  await expect.poll(isAtEnd).toBe(true)

  await page.goto(`${stage.url}c/${SESSION}#message-u40`)
  await expect.poll(() => isInView('Question 40: how does it go on?')).toBe(true)
  await hasAll()
  expect(await isInView('Question 40: how does it go on?')).toBe(true)

  const second = page.locator('#message-u2')
  await second.getByRole('button', { name: 'Edit and send again' }).click()
  await page.getByRole('textbox', { name: 'Edit your message' }).fill('Say: another way')
  // All that is left fits, without a scroll.
  await messages.evaluate((box) => box.scrollTo({ top: 0 }))
  await person.press('Send again')
  await person.hears('another way')
  expect(await page.locator('.message').count()).toBe(4)
  await expect.poll(() => person.button('Latest').count()).toBe(0)
  await person.press('Previous version')
  await hasAll()
  expect(await findViolations(page)).toEqual([])
})

test('an answer that was stopped goes on in place, and the last message is edited by ↑', async () => {
  const person = await stage.visit()
  const { page } = person
  await person.say('Begin: once upon a time')
  await person.hears('once upon a time')
  await person.press(/^Stop/)
  await person.press('Continue')
  await person.hears('once upon a time, and then some')
  expect(await person.messages.getByRole('article').count()).toBe(1)
  expect(await person.button('Continue').count()).toBe(0)
  await page.getByText(/obedient · .*\d s/).waitFor()

  await page.evaluate(() => {
    window.executed = []
    speechSynthesis.speak = ({ text }) => window.executed.push(text)
  })
  await person.press('Read aloud')
  expect(await page.evaluate(() => window.executed)).toEqual(['once upon a time, and then some'])
  await person.press('Stop reading')
  await person.button('Read aloud').waitFor()

  await person.messageBox.press('ArrowUp')
  const box = page.getByRole('textbox', { name: 'Edit your message' })
  expect(await box.inputValue()).toBe('Begin: once upon a time')
  await box.press('Escape')
  await person.messageBox.fill('two\nlines')
  await person.messageBox.press('ArrowUp')
  expect(await box.count()).toBe(0)
})

test('the page shows the failure of a model, and retries on request', async () => {
  const person = await stage.visit()
  await person.say('Break')
  const alert = person.page.getByRole('alert').filter({ hasText: 'The answer failed' })
  await alert.getByRole('button', { name: 'Try again' }).click()
  await person.hears('Whole again.')
  expect(await alert.count()).toBe(0)
})

test('a message that is sent while offline goes out when the network is back', async () => {
  const person = await stage.visit()
  const context = person.page.context()
  await person.say('Say: hello')
  await person.hears('hello')
  await context.setOffline(true)
  await person.sees('You are offline.')
  await person.say('Say: are you there')
  await person.sees('Sent when you are back online')
  await context.setOffline(false)
  await person.hears('are you there')
  expect(await person.page.getByText('You are offline.').count()).toBe(0)
  expect(await person.answer('are you there').count()).toBe(1)
})

test('an answer is formatted once the part of the page that formats it can be loaded', async () => {
  const { page } = await stage.visit()
  const context = page.context()
  let attempts = 0
  await context.route(/assets\/markdown-.*\.js/, (route) => (++attempts < 4 ? route.abort() : route.continue()))
  const person = await stage.visit({ context })
  await person.say('Say: **bold**')
  await person.hears('**bold**')
  await person.answer('bold').locator('strong').waitFor()
  expect(attempts).toBeGreaterThan(3)
})

test('messages of another tab appear once a broken connection is restored', async () => {
  const network = await createNetwork(stage.url)
  const away = await stage.visit(network)
  await away.say('Say: hello')
  await away.hears('hello')
  const here = await stage.visit({ url: new URL(new URL(away.page.url()).pathname, stage.url).href })
  await here.hears('hello')
  network.cut()
  await away.sees('Reconnecting…')
  await here.say('Say: while you were away')
  await here.hears('while you were away')
  expect(await away.answer('while you were away').count()).toBe(0)
  network.mend()
  await away.hears('while you were away')
  await away.page.getByText('Reconnecting…').waitFor({ state: 'detached' })
})

test('a conversation without a chosen persona is answered by the first one', async () => {
  const person = await stage.visit()
  const sent: string[] = []
  person.page.on('request', (request) => request.url().endsWith('/commands') && sent.push(request.postData()!))
  await person.say('Who')
  await person.hears(config.personas.default!.systemPrompt)
  expect(sent.map((command) => JSON.parse(command).type)).toEqual(['send'])
  await person.pick('Persona', 'Pirate')
  await person.say('Who')
  await person.hears(config.personas.pirate!.systemPrompt)
})

test('a persona that is chosen before the first message answers it', async () => {
  const person = await stage.visit()
  await person.pick('Persona', 'Tutor')
  await person.say('Who')
  await person.hears(config.personas.tutor!.systemPrompt)
})

test('a conversation that is gone offers a new one, and nothing that would do nothing', async () => {
  const person = await stage.visit()
  await person.page.goto(new URL('/c/gone', stage.url).href)
  await person.sees('This conversation is gone')
  expect(await person.messageBox.count()).toBe(0)
  await person.messages.getByRole('button', { name: 'New conversation' }).click()
  await person.say('Say: here we are')
  await person.hears('here we are')
})

test('an image of the web is a link, and is not requested', async () => {
  const person = await stage.visit()
  const asked: string[] = []
  person.page.on('request', (request) => asked.push(request.url()))
  await person.say(
    'Say: ![a cat](https://cats.example/1.png?said=secret) and [![a dog](https://dogs.example/1.png)](https://dogs.example/)',
  )
  const answer = person.answer('a cat')
  expect(await answer.getByRole('link', { name: 'a cat' }).getAttribute('href')).toMatch(/^https:\/\/cats\.example/)
  expect(await answer.getByRole('link', { name: 'a dog' }).getAttribute('href')).toBe('https://dogs.example/')
  expect(await answer.getByRole('img').count()).toBe(0)
  expect(asked.filter((url) => !url.startsWith(stage.url))).toEqual([])
})

const WORST = [
  'a script',
  'a script in a comment',
  'a script that ends a code block',
  'an image with a handler',
  'a handler in the title of an image',
  'a vector image',
  'a foreign object',
  'a mutation',
  'a frame of a document',
  'a form',
  'a details element',
  'a refresh',
  'an unfinished tag',
  'a link that runs',
  'a link of entities',
  'a link with a tab',
  'a link to a document',
  'an image that is a vector image',
  'a link by reference',
] as const

test('hostile Markdown runs no script, sends no request and has no unsafe link', async () => {
  const person = await stage.visit()
  const { page } = person
  const noticed: string[] = []
  page.on('dialog', async (dialog) => {
    noticed.push(`dialog ${dialog.message()}`)
    await dialog.dismiss()
  })
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(stage.url) && !url.startsWith('data:')) noticed.push(`request to ${url}`)
  })
  await page.evaluate(() => {
    Object.assign(window, { executed: [], run: (what: unknown) => window.executed.push(String(what)) })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      window.executed.push(`${violatedDirective} ${blockedURI}`),
    )
  })
  for (const [index, name] of WORST.entries()) {
    await person.say(`Say: ${hostileMarkdown[name]}\n\nHeard ${index}.`)
    await person.hears(`Heard ${index}.`)
  }
  const found = await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('article *')) {
      for (const type of ['mouseover', 'focus', 'error', 'load', 'toggle']) element.dispatchEvent(new Event(type))
    }
    const links = Array.from(document.querySelectorAll<HTMLAnchorElement>('article a'), ({ protocol }) => protocol)
    const elements = Array.from(document.querySelectorAll('article *'), ({ localName }) => localName)
    return { links, elements, executed: window.executed }
  })
  expect(found.links.filter((protocol) => !/^https?:$/.test(protocol))).toEqual([])
  expect(found.elements.filter((name) => /^(script|iframe|object|embed|form|meta|style)$/.test(name))).toEqual([])
  expect(found.executed).toEqual([])
  expect(noticed).toEqual([])
})

declare global {
  interface Window {
    executed: string[]
  }
}
