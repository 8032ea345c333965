import { expect, test } from 'vitest'
import type { Person } from './yo-chat/person.ts'
import { useStage } from './yo-chat/stage.ts'

const stage = useStage()

const list = ({ page }: Person) => page.getByRole('navigation', { name: 'Conversations' })
const found = ({ page }: Person) => page.getByRole('list', { name: 'Messages' }).getByRole('link')
/** Chooses an action from the menu of a conversation. */
async function choose(person: Person, title: string, action: string): Promise<void> {
  await entry(person, title).first().hover()
  await person.press(`More for ${title}`)
  await person.page.getByRole('menuitem', { name: action }).click()
}
const entry = (person: Person, name: string | RegExp) => list(person).getByRole('link', { name })

test('a conversation is listed by its first message, and opened again', async () => {
  const person = await stage.visit()
  await person.say('Say: apples are red')
  await person.hears('apples are red')
  await person.press('New conversation')
  await person.sees('What would you like to do?')
  await person.say('Say: pears are green')
  await person.hears('pears are green')
  await entry(person, /apples are red/).click()
  await person.hears('apples are red')
  expect(await person.answer('pears').count()).toBe(0)
  await person.page.goBack()
  await person.hears('pears are green')
})

test('a conversation is renamed, for every tab', async () => {
  const person = await stage.visit()
  await person.say('Say: something dull')
  await person.hears('something dull')
  await choose(person, 'Say: something dull', 'Rename')
  await person.page.getByRole('textbox', { name: 'Title of the conversation' }).fill('A better name')
  await person.page.keyboard.press('Enter')
  await entry(person, /^A better name/).waitFor()
  await person.page.getByRole('heading', { name: 'A better name', level: 1 }).waitFor()
  const other = await stage.visit()
  await entry(other, /^A better name/).waitFor()
})

test('a conversation in the list is renamed, and the open one stays open', async () => {
  const person = await stage.visit()
  await person.say('Say: figs are sweet')
  await person.hears('figs are sweet')
  await person.press('New conversation')
  await person.say('Say: limes are sour')
  await person.hears('limes are sour')
  const address = person.page.url()
  await choose(person, 'Say: figs are sweet', 'Rename')
  await person.page.getByRole('textbox', { name: 'Title of the conversation' }).fill('On figs')
  await person.page.keyboard.press('Enter')
  await entry(person, /^On figs/).waitFor()
  expect(person.page.url()).toBe(address)
  await person.page.getByRole('heading', { name: 'Say: limes are sour', level: 1 }).waitFor()
  await entry(person, /^On figs/).click()
  await person.page.getByRole('heading', { name: 'On figs', level: 1 }).waitFor()
  await person.hears('figs are sweet')
})

test('a conversation is deleted, once that is confirmed', async () => {
  const person = await stage.visit()
  await person.say('Say: a secret')
  await person.hears('a secret')
  const address = person.page.url()
  await choose(person, 'Say: a secret', 'Delete')
  await person.press('Keep')
  await choose(person, 'Say: a secret', 'Delete')
  await person.press('Delete')
  await person.sees('What would you like to do?')
  expect(await entry(person, /a secret/).count()).toBe(0)
  await person.page.goto(address)
  await person.sees('This conversation is gone')
})

test('a conversation that could not be deleted keeps its draft', async () => {
  const person = await stage.visit()
  await person.say('Say: stays')
  await person.hears('stays')
  await person.messageBox.fill('not yet sent')
  await person.page.route('**/api/chat/sessions/*', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.continue(),
  )
  await choose(person, 'Say: stays', 'Delete')
  await person.press('Delete')
  await person.button('Dismiss').waitFor()
  expect(await person.messageBox.inputValue()).toBe('not yet sent')
})

test('a conversation is named by the model after the first answer, and a title of a person stays', async () => {
  const person = await stage.visit()
  await person.say('Say: lemons are yellow as: Colours of fruit')
  await entry(person, /^Colours of fruit/).waitFor()
  await person.page.getByRole('heading', { name: 'Colours of fruit', level: 1 }).waitFor()
  await choose(person, 'Colours of fruit', 'Rename')
  await person.page.getByRole('textbox', { name: 'Title of the conversation' }).fill('My lemons')
  await person.page.keyboard.press('Enter')
  await entry(person, /^My lemons/).waitFor()
  await person.say('Say: they are sour as: Sourness')
  await person.hears('they are sour')
  await person.page.reload()
  await entry(person, /^My lemons/).waitFor()
})

test('conversations are pinned, archived, and deleted together', async () => {
  const person = await stage.visit()
  const { page } = person
  for (const name of ['plums', 'dates', 'kiwis']) {
    await person.press('New conversation')
    await person.say(`Say: ${name} are ripe`)
    await entry(person, new RegExp(`${name} are ripe`)).waitFor()
    await person.hears(`${name} are ripe`)
  }
  await choose(person, 'Say: plums are ripe', 'Pin')
  await list(person).getByRole('heading', { name: 'Pinned' }).waitFor()
  await list(person).getByRole('heading', { name: 'Today' }).waitFor()
  expect(await list(person).getByRole('link').first().textContent()).toMatch('plums are ripe')
  await choose(person, 'Say: dates are ripe', 'Archive')
  await entry(person, /dates are ripe/).waitFor({ state: 'hidden' })
  await list(person)
    .getByText(/^Archived/)
    .click()
  await entry(person, /dates are ripe/).waitFor()
  await page.reload()
  await list(person)
    .getByText(/^Archived/)
    .click()
  await choose(person, 'Say: dates are ripe', 'Move out of the archive')
  await entry(person, /dates are ripe/).waitFor()
  await person.press('Select')
  for (const name of ['plums', 'dates']) await page.getByRole('checkbox', { name: `Say: ${name} are ripe` }).check()
  await person.sees('2 selected')
  await person.press('Delete')
  await page.getByRole('dialog', { name: 'Delete 2 conversations?' }).getByRole('button', { name: 'Delete' }).click()
  for (const name of ['plums', 'dates']) await entry(person, new RegExp(`${name} are`)).waitFor({ state: 'detached' })
  expect(await entry(person, /kiwis are ripe/).count()).toBe(1)
})

test('of several conversations, one that another tab has deleted does not keep the others from being deleted', async () => {
  const person = await stage.visit()
  const { page } = person
  const names = ['pecans', 'walnuts']
  for (const name of names) {
    await person.press('New conversation')
    await person.say(`Say: ${name}`)
    await person.hears(name)
    await entry(person, `Say: ${name}`).waitFor()
  }
  await person.press('Select')
  for (const name of names) await page.getByRole('checkbox', { name: `Say: ${name}` }).check()
  await person.press('Delete')
  // The list begins with the latest.
  const { sessions } = await (await page.request.get(`${stage.url}api/chat/sessions`)).json()
  await page.request.delete(`${stage.url}api/chat/sessions/${sessions[0].sessionId}`)
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  for (const name of names) await entry(person, `Say: ${name}`).waitFor({ state: 'detached' })
})

test('conversations are searched by their words', async () => {
  const person = await stage.visit()
  for (const text of ['Say: the weather in Rome', 'Say: the trains to Rome']) {
    await person.press('New conversation')
    await person.say(text)
    await entry(person, new RegExp(text)).waitFor()
  }
  const search = list(person).getByRole('searchbox', { name: 'Search conversations' })
  await search.fill('rome weather')
  await entry(person, /trains/).waitFor({ state: 'detached' })
  await found(person).first().waitFor()
  expect(await entry(person, /weather/).count()).toBe(3)
  await search.fill('nothing like this')
  await person.sees('No conversation has this title.')
  await person.sees('No message has these words.')
})

test('a message is found by its words in any conversation, marked, and opened where it was said', async () => {
  const person = await stage.visit()
  const { page } = person
  await person.say('Say: the Zugspitze is a mountain')
  await person.hears('Zugspitze is a mountain')
  for (let line = 1; line <= 3; line++) {
    await person.say(`Say: **line ${line}**\n\n${'More.\n\n'.repeat(8)}`)
    await person.hears(`line ${line}`)
  }
  await person.press('New conversation')
  await list(person).getByRole('searchbox', { name: 'Search conversations' }).fill('mountain zugs')
  await found(person).first().waitFor()
  expect(await found(person).count()).toBe(2)
  expect(await found(person).first().locator('mark').allTextContents()).toEqual(['Zugspitze', 'mountain'])
  for (const hit of [1, 0]) {
    await found(person).nth(hit).click()
    await page.locator('[data-found]', { hasText: 'Zugspitze is a mountain' }).waitFor()
    expect(await page.locator('[data-found]').evaluate((element) => element === document.activeElement)).toBe(true)
    await expect.poll(async () => (await page.locator('[data-found]').boundingBox())!.y).toBeGreaterThan(0)
  }
  await page.reload()
  await page.locator('[data-found]', { hasText: 'Zugspitze is a mountain' }).waitFor()
})

test('a conversation is found by its words while the list of conversations is slow', async () => {
  const person = await stage.visit()
  await person.say('Say: there is a list')
  await entry(person, /there is a list/).waitFor()
  await person.press('New conversation')
  const late = Promise.withResolvers<void>()
  await person.page.route('**/api/chat/sessions', async (route) => {
    if (route.request().method() === 'GET') await late.promise
    await route.continue()
  })
  await person.say('Say: the weather in Oslo')
  await entry(person, /weather in Oslo/).waitFor()
  await person.press('New conversation')
  await person.say('Say: the trains to Oslo')
  await entry(person, /trains to Oslo/).waitFor()
  await list(person).getByRole('searchbox', { name: 'Search conversations' }).fill('oslo weather')
  await entry(person, /trains to Oslo/).waitFor({ state: 'detached' })
  await entry(person, /weather in Oslo/)
    .first()
    .waitFor()
  late.resolve()
  await person.page.unrouteAll({ behavior: 'wait' })
})

test('the settings of a conversation survive a reload', async () => {
  const person = await stage.visit()
  const persona = person.page.getByRole('combobox', { name: 'Persona' })
  await person.pick('Persona', 'Pirate')
  await person.say('Say: ahoy')
  await person.hears('ahoy')
  await person.page.reload()
  await person.hears('ahoy')
  await expect.poll(() => persona.textContent()).toBe('Pirate')
})

test('a draft belongs to its conversation, survives a reload and is gone when it is sent', async () => {
  const person = await stage.visit()
  const { page, messageBox } = person
  await person.say('Say: drafts of one')
  await person.hears('drafts of one')
  await messageBox.fill('Say: not yet sent')
  await person.press('New conversation')
  await expect.poll(() => messageBox.inputValue()).toBe('')
  await messageBox.fill('Say: drafts of two')
  await entry(person, /drafts of one/).click()
  await person.hears('drafts of one')
  await expect.poll(() => messageBox.inputValue()).toBe('Say: not yet sent')
  await page.reload()
  await person.hears('drafts of one')
  expect(await messageBox.inputValue()).toBe('Say: not yet sent')
  await messageBox.press('Enter')
  await person.hears('not yet sent')
  await page.reload()
  await person.hears('not yet sent')
  expect(await messageBox.inputValue()).toBe('')
  await person.press('New conversation')
  await expect.poll(() => messageBox.inputValue()).toBe('Say: drafts of two')
})

test('text that is typed while the first message is sent stays in the box', async () => {
  const person = await stage.visit()
  const created = Promise.withResolvers<void>()
  await person.page.route('**/api/chat/sessions', async (route) => {
    if (route.request().method() === 'POST') await created.promise
    await route.continue()
  })
  await person.say('Say: the first')
  await person.messageBox.fill('the second')
  created.resolve()
  await person.hears('the first')
  expect(await person.messageBox.inputValue()).toBe('the second')
  await person.press('New conversation')
  await expect.poll(() => person.messageBox.inputValue()).toBe('')
  await person.page.unrouteAll({ behavior: 'wait' })
})

test('a conversation with an open question or approval is marked, also while it is not open, and the title counts', async () => {
  const person = await stage.visit()
  const { page } = person
  const count = async (): Promise<number> => Number(/^\((\d+)\)/.exec(await page.title())?.[1] ?? 0)
  // Other tests of this file share the store.
  const before = await count()
  await person.call('pick_card', { count: 2 })
  await entry(person, /pick_card .*1 waiting for you/).waitFor()
  await expect.poll(count).toBe(before + 1)
  await person.press('New conversation')
  await person.call('clean_up', { days: 81 })
  await entry(person, /clean_up .*1 waiting for you/).waitFor()
  await page.reload()
  await entry(person, /pick_card .*1 waiting for you/).waitFor()
  await expect.poll(count).toBe(before + 2)
  await person.press('New conversation')
  await entry(person, /clean_up .*1 waiting for you/).waitFor()
  await page.getByRole('link', { name: /^Inbox/ }).click()
  await person.press('Card 1 of 2')
  await entry(person, /pick_card/).click()
  await person.hears('It came to this: The person picked the')
  await expect.poll(count).toBe(before + 1)
  await page.reload()
  await entry(person, /clean_up .*1 waiting for you/).waitFor()
  expect(await entry(person, /pick_card .*waiting for you/).count()).toBe(0)
})

test('an unknown address says so, and leads to a conversation', async () => {
  const person = await stage.visit()
  await person.say('Say: known')
  await entry(person, /known/).waitFor()
  for (const leave of [
    () => entry(person, /known/).click(),
    () => person.page.getByRole('link', { name: 'New conversation' }).click(),
  ]) {
    await person.page.goto(new URL('/nowhere/at/all', stage.url).href)
    await person.sees('There is nothing at this address')
    expect(await person.page.title()).toContain('Page not found')
    await leave()
    await person.messageBox.waitFor()
  }
})

test('a page that was not loaded securely works as well', async () => {
  const person = await stage.visit()
  await person.page.addInitScript(() => {
    Reflect.deleteProperty(Crypto.prototype, 'randomUUID')
  })
  await person.page.reload()
  expect(await person.page.evaluate(() => 'randomUUID' in crypto)).toBe(false)
  await person.say('Say: hello from afar')
  await person.hears('hello from afar')
})
