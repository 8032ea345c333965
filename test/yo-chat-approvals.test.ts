import { expect, test } from 'vitest'
import { useStage } from './yo-chat/stage.ts'
import { serveSurvey } from './yo-chat/survey-server.ts'

const stage = useStage()

test('a call runs with the arguments that the person made of those it came with', async () => {
  const person = await stage.visit()
  await person.call('clean_up', { days: 30 })
  const days = person.card('clean_up').getByRole('spinbutton', { name: 'Days' })
  expect(await days.inputValue()).toBe('30')
  await days.fill('80')
  await person.press('Allow')
  await person.hears(/It came to this: .*\["installer.dmg","cat.gif"\]/)
})

test('arguments can be changed as JSON, and only while it is JSON are they taken', async () => {
  const person = await stage.visit()
  await person.call('clean_up', { days: 30 })
  await person.press('Edit as JSON')
  const json = person.page.getByRole('textbox', { name: 'Arguments as JSON' })
  await json.fill('{ "days": ')
  await person.sees('This is not JSON.')
  expect(await person.button('Allow').isDisabled()).toBe(true)
  await json.fill('{ "days": 390 }')
  await person.press('Allow')
  await person.hears(/It came to this: .*\["cat.gif"\]/)
})

test('a call that is denied does not run, and the model is told why', async () => {
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

test('a hosted server asks with a form of every kind of field, which is filled in by keyboard', async () => {
  const url = await serveSurvey()
  const person = await stage.visit()
  const { page } = person

  await person.press(/^MCP servers/)
  const dialog = page.getByRole('dialog', { name: 'MCP servers' })
  await person.type(dialog.getByRole('textbox', { name: 'Address of a server' }), url)
  await page.keyboard.press('Enter')
  await dialog.getByText('Connected', { exact: true }).waitFor()
  await dialog.getByText('Tools: survey').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  await person.call('survey', {})
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
  await person.press(/^MCP servers/)
  await person.page.getByRole('textbox', { name: 'Address of a server' }).fill(url)
  await person.press('Add')
  const dialog = person.page.getByRole('dialog', { name: 'MCP servers' })
  const added = dialog.getByRole('listitem').filter({ hasText: url })
  await added.getByText(/Tools: /).waitFor()
  const tool = /Tools: (\w+)/.exec((await added.textContent())!)![1]!
  await person.press('Close')
  await person.call(tool, {})
  await person.press('Allow')
  const decline = person.button('Decline')
  await decline.waitFor()
  await person.page.reload()
  await decline.click()
  await person.hears('It came to this: They chose to decline.')
})
