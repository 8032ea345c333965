import { createMcpTool } from '@sweatpants/framework'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { serveElsewhere } from '../apps/yo-chat/server/fixtures/elsewhere.ts'
import { findViolations } from './accessibility.ts'
import { serveTools } from './yo-chat/serve-tools.ts'
import { useStage } from './yo-chat/stage.ts'
import { serveSurvey } from './yo-chat/survey-server.ts'

const stage = useStage()

test('a call runs with the arguments that the person made of those it came with', async () => {
  const person = await stage.visit()
  await person.call('clean_up', { days: 30 })
  const days = person.card('clean_up').getByRole('textbox', { name: 'Days' })
  expect(await days.inputValue()).toBe('30')
  await person.sees('Delete 4 files (1200 MB) older than 30 days in Downloads')
  await person.sees('Allow “Clean up downloads” to run?')
  expect(await findViolations(person.page)).toEqual([])
  const allow = person.button('Allow')
  expect(await allow.getAttribute('data-kind')).toBe('destructive')
  await days.press('Enter')
  await days.fill('80')
  await days.press('Enter')
  await person.press('Preview')
  await person.sees('Delete 2 files (826 MB) older than 80 days in Downloads: installer.dmg, cat.gif')
  await person.sees('This has changed.')
  await allow.click()
  await person.hears(/It came to this: .*\["installer.dmg","cat.gif"\]/)
})

test('arguments are taken only when they are what the tool takes, and it is said what that is', async () => {
  const person = await stage.visit()
  await person.call('clean_up', { days: 30 })
  const days = person.card('clean_up').getByRole('textbox', { name: 'Days' })
  await days.fill('-1')
  await person.press('Preview')
  const problems = person.card('clean_up').getByRole('alert').filter({ hasText: 'One answer needs another look.' })
  await problems.getByRole('link', { name: 'Days: Please enter a whole number from 0 to 3650.' }).press('Enter')
  expect(await days.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await days.getAttribute('aria-invalid')).toBe('true')
  await days.fill('390')
  await person.press('Preview')
  await person.sees('Delete 1 file (6 MB)')
  await person.press('Allow')
  await person.hears(/It came to this: .*\["cat.gif"\]/)
})

test('arguments of every kind are shown as fields, and what no field can show as JSON', async () => {
  const received: unknown[] = []
  const send = createMcpTool('send_parcel')
    .parameters(
      z.looseObject({
        to: z.string(),
        note: z.string(),
        speed: z.enum(['slow', 'fast']),
        insured: z.boolean(),
        tags: z.array(z.enum(['fragile', 'heavy'])),
        pickup: z.iso.datetime(),
        size: z.object({ width: z.number(), height: z.number() }),
        signature: z.boolean().optional(),
      }),
    )
    .execute(function* (parcel) {
      received.push(parcel)
      return 'Sent.'
    })
    .build()
  const person = await stage.visit()
  await person.addServer(await serveTools(send))
  const given = {
    to: 'Ada',
    note: 'Two\nlines',
    speed: 'slow',
    insured: true,
    tags: ['heavy'],
    pickup: '2026-12-10T13:30:00Z',
    size: { width: 1, height: 2 },
    floor: 3,
  }
  await person.call('send_parcel', given)
  const card = person.card('send_parcel')
  expect(await card.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('Two\nlines')
  expect(await card.getByRole('checkbox', { name: 'Insured' }).isChecked()).toBe(true)
  expect(await card.getByRole('checkbox', { name: 'heavy' }).isChecked()).toBe(true)
  expect(await card.getByRole('textbox', { name: 'Floor' }).inputValue()).toBe('3')
  const size = card.getByRole('textbox', { name: 'Size' })
  expect(JSON.parse(await size.inputValue())).toEqual({ width: 1, height: 2 })
  await size.fill('{ "width": "wide" }')
  await card.getByRole('combobox', { name: 'Speed' }).selectOption('fast')
  await person.press('Allow')
  await card
    .getByRole('alert')
    .getByText(/^Size: /)
    .waitFor()
  await size.fill('{ "width": 5, "height": 2 }')
  await person.press('Edit as JSON')
  const json = card.getByRole('textbox', { name: 'Input as JSON' })
  const edited = { ...given, speed: 'fast', size: { width: 5, height: 2 } }
  expect(JSON.parse(await json.inputValue())).toEqual(edited)
  await person.press('Edit as fields')
  await person.press('Allow')
  await person.hears('It came to this: Sent.')
  expect(received).toEqual([edited])
})

test('arguments can be changed as JSON, and only when it is JSON are they taken', async () => {
  const person = await stage.visit()
  await person.call('clean_up', { days: 30 })
  await person.press('Edit as JSON')
  const json = person.page.getByRole('textbox', { name: 'Input as JSON' })
  await json.fill('{ "days": ')
  await person.press('Preview')
  await person
    .card('clean_up')
    .getByRole('alert')
    .getByText(/This is not JSON/)
    .waitFor()
  await json.fill('{ "days": 390 }')
  await person.press('Preview')
  await person.sees('Delete 1 file (6 MB)')
  await person.press('Allow')
  await person.hears(/It came to this: .*\["cat.gif"\]/)
})

test('a call that is denied does not run, and the model receives the reason', async () => {
  const person = await stage.visit()
  await person.call('clean_up', { days: 30 })
  await person.press('Deny…')
  await person.page.getByRole('textbox', { name: /^Why not\?/ }).fill('I still need them')
  await person.press('Deny')
  await person.card('clean_up').getByText('Denied', { exact: true }).waitFor()
  await person.hears(/It came to this: .*I still need them/)
})

test('a server that is not on the web is not added', async () => {
  const person = await stage.visit()
  await person.press(/^MCP servers/)
  await person.page.getByRole('textbox', { name: 'Address of a server' }).fill('file:///etc/passwd')
  await person.press('Add')
  await person.page.getByRole('alert').filter({ hasText: 'http:// or https://' }).waitFor()
})

test('a server is added with a header, and the server and its tools are switched off, on, and always allowed', async () => {
  const { url } = await serveElsewhere({ token: 'a-token-for-this-test' })
  const person = await stage.visit()
  const { page } = person
  const dialog = page.getByRole('dialog', { name: 'MCP servers' })
  const added = dialog.getByRole('listitem').filter({ hasText: url }).first()
  const control = (role: 'switch' | 'checkbox', name: RegExp) => added.getByRole(role, { name })
  const isOn = (name: RegExp) => control('switch', name).getAttribute('aria-checked')
  await person.press(/^MCP servers/)
  await dialog.getByRole('textbox', { name: 'Address of a server' }).fill(url)
  await person.press('Add a header')
  await dialog.getByLabel('Value of header 1').fill('Bearer another-token')
  await person.press('Add')
  await dialog.getByText('This server does not accept these headers.').waitFor()
  await dialog.getByLabel('Value of header 1').fill('Bearer a-token-for-this-test')
  await person.press('Add')
  await added.getByText('Connected', { exact: true }).waitFor()
  await added.getByText('Sends your Authorization').waitFor()
  expect(await page.content()).not.toContain('a-token-for-this-test')

  const listed = added.getByText(/^Tools: /)
  const greet = (await listed.textContent())!.replace('Tools: ', '').split(', ')[0]!
  await listed.click()
  await control('switch', /^Use .*ponder$/).click()
  await expect.poll(() => isOn(/^Use .*ponder$/)).toBe('false')
  await control('checkbox', /^Always allow .*greet$/).click()
  await expect.poll(() => control('checkbox', /^Always allow .*greet$/).isChecked()).toBe(true)
  await control('switch', /^Use else-where$/).click()
  await added.getByText('Off', { exact: true }).waitFor()
  await page.reload()
  await person.press(/^MCP servers/)
  await control('switch', /^Use /).click()
  await added.getByText('Connected', { exact: true }).waitFor()
  await listed.click()
  expect(await isOn(/^Use .*ponder$/)).toBe('false')
  expect(await findViolations(page)).toEqual([])
  await person.press('Close')

  await person.call(greet, {})
  await page.getByRole('form', { name: 'Whom?' }).waitFor()
  expect(await person.button('Allow').count()).toBe(0)
  await person.press(/^MCP servers/)
  await added.getByRole('button', { name: /^Remove / }).click()
  await added.waitFor({ state: 'detached' })
})

test('a hosted server asks with a form of every kind of field, which is filled in by keyboard', async () => {
  const url = await serveSurvey()
  const person = await stage.visit()
  const { page } = person

  await person.press(/^MCP servers/)
  const dialog = page.getByRole('dialog', { name: 'MCP servers' })
  await person.type(dialog.getByRole('textbox', { name: 'Address of a server' }), url)
  await page.keyboard.press('Enter')
  const added = dialog.getByRole('listitem').filter({ hasText: url })
  await added.getByText('Connected', { exact: true }).waitFor()
  const tools = await added.getByText(/^Tools: \w*survey$/).textContent()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  await person.call(tools!.replace('Tools: ', ''), {})
  await person.tabTo(person.button('Allow'))
  await page.keyboard.press('Enter')
  const form = page.getByRole('form', { name: 'Tell us about yourself' })
  await form.waitFor()
  const text = (name: string) => form.getByRole('textbox', { name, exact: true })
  const choice = (name: string) => form.getByRole('combobox', { name, exact: true })
  const mark = (name: string) => form.getByRole('checkbox', { name, exact: true })
  await person.type(text('Name'), 'A')
  await page.keyboard.press('Enter')
  const problems = form.getByRole('alert')
  await problems.getByText(/^6 answers need another look/).waitFor()
  await problems.getByRole('link', { name: /^Name/ }).press('Enter')
  await person.type(text('Name'), 'da')

  await person.type(text('Story'), 'Born in London')
  await person.type(text('Email'), 'ada@example.com')
  await person.type(text('Site'), 'https://example.com/ada')
  await person.type(text('Day'), '12102026')
  await person.type(text('Moment'), '12102026')
  await page.keyboard.press('Tab')
  await page.keyboard.type('0130PM')
  await person.type(text('Age'), '36')
  await person.type(text('Weight'), '54.5')
  await person.tabTo(mark('News'))
  await page.keyboard.press('Space')
  await person.type(choice('Colour'), 'green')
  await person.type(choice('Size'), 'Large')
  await person.tabTo(mark('Friday'))
  await page.keyboard.press('Space')
  await person.tabTo(mark('A meal'))
  await page.keyboard.press('Space')
  await person.tabTo(form.getByRole('button', { name: 'Accept' }))
  await page.keyboard.press('Enter')

  const answer = person.answer('It came to this:')
  await answer.waitFor()
  const told = /\{.*\}/s.exec((await answer.textContent())!)![0]
  expect(JSON.parse(told)).toEqual({
    name: 'Ada',
    story: 'Born in London',
    email: 'ada@example.com',
    site: 'https://example.com/ada',
    day: '2026-12-10',
    moment: '2026-12-10T13:30:00.000Z',
    age: 36,
    weight: 54.5,
    news: false,
    colour: 'green',
    size: 'l',
    days: ['Friday'],
    extras: ['meal'],
  })
})

test('a form of a hosted server is there after a reload, and can be declined', async () => {
  const url = await serveSurvey()
  const person = await stage.visit()
  const [tool] = await person.addServer(url)
  await person.call(tool!, {})
  await person.press('Allow')
  const decline = person.button('Decline')
  await decline.waitFor()
  await person.page.reload()
  await decline.click()
  await person.hears('It came to this: They chose to decline.')
})
