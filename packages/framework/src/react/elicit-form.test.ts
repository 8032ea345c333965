import { expect, test } from 'vitest'
import { findViolations } from '../../../../test/accessibility.ts'
import type { PendingElicitState } from '../chat/state.ts'
import type { JsonSchema } from '../tools/schema.ts'
import { openPage } from './fixtures/open-page.ts'

const tab = openPage('elicit-page.tsx', 'ask', { timezoneId: 'Europe/Berlin', locale: 'en-US' })

const everyKind: JsonSchema = {
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Your name', description: 'As in your passport.', minLength: 2, maxLength: 40 },
    email: { type: 'string', format: 'email' },
    homepage: { type: 'string', format: 'uri' },
    birthday: { type: 'string', format: 'date' },
    departureTime: { type: 'string', format: 'date-time' },
    guests: { type: 'integer', minimum: 1, maximum: 9 },
    budget: { type: 'number', maximum: 1000.5 },
    newsletter: { type: 'boolean' },
    seat_class: { type: 'string', enum: ['eco', 'biz'], enumNames: ['Economy', 'Business'] },
    meal: {
      type: 'string',
      oneOf: [
        { const: 'v', title: 'Vegetarian' },
        { const: 'f', title: 'Fish' },
      ],
      default: 'f',
    },
    extras: {
      type: 'array',
      items: {
        anyOf: [
          { const: 'bag', title: 'Bag' },
          { const: 'wifi', title: 'Wi-Fi' },
        ],
      },
    },
    remarks: { type: 'string', maxLength: 500 },
    passengers: {
      type: 'array',
      items: { type: 'object', properties: { age: { type: 'integer' } }, required: ['age'] },
    },
  },
  required: ['name', 'email', 'birthday', 'guests', 'seat_class', 'passengers'],
}

const question = (schema: JsonSchema | undefined, more: Partial<PendingElicitState> = {}): PendingElicitState => ({
  callId: 'call',
  toolName: 'book_flight',
  elicitId: 'elicit-1',
  key: 'details',
  context: {},
  message: 'Who is travelling?',
  ...(schema && { schema }),
  status: 'pending',
  timestamp: 0,
  attempt: 1,
  ...more,
})

const ask = (asked: PendingElicitState, disabled = false) =>
  tab.page.evaluate(([one, off]) => window.ask(JSON.parse(one), off), [JSON.stringify(asked), disabled] as const)

const answers = () => tab.page.evaluate(() => window.answers)

const focused = () => tab.page.evaluate(() => document.activeElement?.className || document.activeElement?.id || '')

test('a person can fill in every kind of field and submit with the keyboard alone', async () => {
  await ask(question(everyKind))
  const { keyboard } = tab.page
  await keyboard.press('Tab')
  const typed = [
    'Ada Lovelace',
    'ada@example.com',
    'https://example.com',
    '12101815',
    ['07282026', '0930AM'],
    '2',
    '99.5',
  ]
  for (const [first, second] of typed.map((text) => [text].flat())) {
    await keyboard.type(first!)
    if (second !== undefined) {
      await keyboard.press('ArrowRight')
      await keyboard.type(second)
    }
    // A date takes several presses of Tab.
    const here = await tab.page.evaluate(() => document.activeElement!.id)
    do await keyboard.press('Tab')
    while ((await tab.page.evaluate(() => document.activeElement!.id)) === here)
  }
  await keyboard.press('Space')
  await keyboard.press('Tab')
  await keyboard.type('Bus')
  await keyboard.press('Tab')
  await keyboard.press('ArrowUp')
  await keyboard.press('Tab')
  await keyboard.press('Tab')
  await keyboard.press('Space')
  await keyboard.press('Tab')
  await keyboard.type('None so far')
  await keyboard.press('Tab')
  await keyboard.type('[{ "age": 36 }]')
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  expect(await tab.page.locator('.elicit-problem').allTextContents()).toEqual([])
  expect(await answers()).toEqual([
    {
      action: 'accept',
      content: {
        name: 'Ada Lovelace',
        email: 'ada@example.com',
        homepage: 'https://example.com',
        birthday: '1815-12-10',
        departureTime: '2026-07-28T07:30:00.000Z',
        guests: 2,
        budget: 99.5,
        newsletter: true,
        seat_class: 'biz',
        meal: 'v',
        extras: ['wifi'],
        remarks: 'None so far',
        passengers: [{ age: 36 }],
      },
    },
  ])
})

test('a form shows each problem beside its field and in a summary that takes the focus', async () => {
  await ask(question(everyKind))
  await tab.page.getByLabel('Your name').fill('A')
  await tab.page.getByRole('textbox', { name: 'Guests' }).fill('ten')
  await tab.page.keyboard.press('Enter')
  expect(await answers()).toEqual([])
  expect(await focused()).toBe('elicit-problems')
  expect(await tab.page.locator('.elicit-problems a').allTextContents()).toEqual([
    'Your name: Please enter 2 to 40 characters.',
    'Email: Please enter an email address, like name@example.com.',
    'Birthday: Please enter a date.',
    'Guests: Please enter a whole number from 1 to 9.',
    'Seat class: Please choose one.',
    'Passengers: Please enter JSON.',
  ])
  const name = tab.page.getByLabel('Your name')
  expect(await name.getAttribute('aria-invalid')).toBe('true')
  const described = await name.evaluate((element) =>
    element
      .getAttribute('aria-describedby')!
      .split(' ')
      .map((id) => document.getElementById(id)!.textContent),
  )
  expect(described).toEqual(['As in your passport.', '2 to 40 characters', 'Please enter 2 to 40 characters.'])

  await tab.page.keyboard.press('Tab')
  await tab.page.keyboard.press('Enter')
  await tab.page.keyboard.type('da')
  expect(await name.inputValue()).toBe('Ada')
  expect(await name.getAttribute('aria-invalid')).toBe('false')
  expect(await tab.page.getByRole('textbox', { name: 'Guests' }).inputValue()).toBe('ten')
  expect(tab.page.url()).toBe(tab.url)
})

test('an incomplete date is a problem, not an empty field', async () => {
  await ask(
    question({
      type: 'object',
      properties: { when: { type: 'string', format: 'date-time' }, day: { type: 'string', format: 'date' } },
    }),
  )
  await tab.page.getByLabel('When').focus()
  await tab.page.keyboard.type('0728')
  await tab.page.getByLabel('Day').focus()
  await tab.page.keyboard.type('07')
  await tab.page.getByRole('button', { name: 'Accept' }).click()
  expect(await answers()).toEqual([])
  expect(await tab.page.locator('.elicit-problem').allTextContents()).toEqual([
    'Please enter a date and a time.',
    'Please enter a date.',
  ])
})

test('no state of the form has a serious accessibility violation', async () => {
  await ask(question(everyKind, { refusal: 'That flight is gone.' }))
  expect(await findViolations(tab.page)).toEqual([])
  await tab.page.getByRole('button', { name: 'Accept' }).click()
  expect(await tab.page.locator('.elicit-problem').count()).toBe(6)
  expect(await findViolations(tab.page)).toEqual([])
  await ask(question(everyKind), true)
  expect(await findViolations(tab.page)).toEqual([])
  await ask(question(undefined, { elicitId: 'elicit-2' }))
  expect(await findViolations(tab.page)).toEqual([])
})

test('after a refused answer, the form shows the reason and keeps the drafts', async () => {
  const schema = {
    type: 'object',
    properties: { city: { type: 'string' }, direct: { type: 'boolean' } },
    required: ['city'],
  }
  await ask(question(schema))
  await tab.page.getByLabel('City').fill('Atlantis')
  await tab.page.getByLabel('Direct').check()
  await tab.page.keyboard.press('Enter')
  await ask(question(schema, { attempt: 2, refusal: 'There is no such city.' }))
  expect(await tab.page.getByRole('alert').textContent()).toBe('There is no such city.')
  expect(await tab.page.getByLabel('City').inputValue()).toBe('Atlantis')
  expect(await tab.page.getByLabel('Direct').isChecked()).toBe(true)
  await ask(question({ ...schema }, { elicitId: 'elicit-2' }))
  expect(await tab.page.getByLabel('City').inputValue()).toBe('')
})

test('a question can be declined and cancelled with empty required fields', async () => {
  await ask(question(everyKind))
  await tab.page.getByRole('button', { name: 'Decline' }).click()
  await tab.page.getByRole('button', { name: 'Cancel' }).click()
  expect(await answers()).toEqual([{ action: 'decline' }, { action: 'cancel' }])
})

test('a question that was answered elsewhere shows the answer and is disabled', async () => {
  await ask(question(everyKind))
  await tab.page.getByLabel('Your name').fill('Ada')
  const content = { name: 'Grace', guests: 3, seat_class: 'biz', extras: ['bag'], passengers: [{ age: 36 }] }
  await ask(
    question(everyKind, { status: 'responded', response: { result: { action: 'accept', content }, timestamp: 1 } }),
  )
  expect(await tab.page.getByLabel('Your name').inputValue()).toBe('Grace')
  expect(
    await tab.page.getByLabel('Seat class').evaluate((select: HTMLSelectElement) => select.selectedOptions[0]!.text),
  ).toBe('Business')
  expect(await tab.page.getByLabel('Bag').isChecked()).toBe(true)
  for (const control of await tab.page.locator('input, select, textarea, button').all()) {
    expect(await control.isDisabled()).toBe(true)
  }
})

test('an object is entered as JSON, with the path of each problem', async () => {
  const schema = {
    type: 'object',
    properties: { person: { type: 'object', title: 'The person', properties: { age: { type: 'integer' } } } },
    required: ['person'],
  }
  await ask(question(schema))
  const field = tab.page.getByLabel('The person')
  await field.fill('{ "age": ')
  await tab.page.getByRole('button', { name: 'Accept' }).click()
  expect(await tab.page.locator('.elicit-problem').textContent()).toContain('This is not JSON')
  await field.fill('{ "age": "old" }')
  await tab.page.getByRole('button', { name: 'Accept' }).click()
  expect(await tab.page.locator('.elicit-problem').textContent()).toContain('age: ')
  await field.fill('{ "age": 36 }')
  await tab.page.getByRole('button', { name: 'Accept' }).click()
  expect(await answers()).toEqual([{ action: 'accept', content: { person: { age: 36 } } }])
})

test('the form of a hosted server says who asks before the words of the server', async () => {
  const message = 'This app: enter your password'
  await ask(
    question({ type: 'object', properties: { password: { type: 'string' } } }, { message, origin: 'evil.example' }),
  )
  const form = tab.page.locator('.elicit-form[data-foreign]')
  expect(await form.locator(':scope > :first-child').textContent()).toMatch(/^evil\.example asks/)
  expect(await form.locator('.elicit-origin').textContent()).not.toContain('This app: enter')
  await tab.page.getByRole('form', { name: 'evil.example asks This app: enter your password' }).waitFor()
  expect(await findViolations(tab.page)).toEqual([])
})

test('the form of a tool of your own names no server', async () => {
  await ask(question({ type: 'object', properties: {} }))
  expect(await tab.page.locator('.elicit-origin').count()).toBe(0)
  expect(await tab.page.locator('[data-foreign]').count()).toBe(0)
})
