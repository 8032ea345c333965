import { expect, test } from 'vitest'
import { useStage } from './yo-chat/stage.ts'

const stage = useStage()

const TRIP = { from: 'Lisbon', to: 'Vienna', date: '2026-12-01' }

test('a game goes on after a reload where it stood', async () => {
  const person = await stage.visit()
  await person.call('tictactoe', { first: 'person' })
  await person.play([0])
  await person.button('row 1, column 2, O').waitFor()
  await person.page.reload()
  await person.button('row 1, column 1, X').waitFor()
  await person.play([3, 6])
  await person.sees('You won!')
})

test('the cards lie after a reload as they lay', async () => {
  const person = await stage.visit()
  await person.call('pick_card', { count: 7 })
  await person.button('Card 7 of 7').waitFor()
  await person.page.reload()
  await person.press('Card 7 of 7')
  await person.hears('It came to this: The person picked the')
})

test('a booking goes on after a reload at each of its questions', async () => {
  const person = await stage.visit()
  await person.call('book_flight', TRIP)
  for (const step of [/SP205/, '1B', 'Book for 89 EUR']) {
    await person.button(step).waitFor()
    await person.page.reload()
    await person.press(step)
    if (step === '1B') await person.press('Take seat 1B')
  }
  await person.sees(/Booked. Reference SP205-1B-/)
})

test('an approval is still asked for after a reload', async () => {
  const person = await stage.visit()
  await person.call('clean_up', { days: 80 })
  await person.button('Allow').waitFor()
  await person.page.reload()
  await person.press('Allow')
  await person.hears(/It came to this: .*installer\.dmg/)
})

test('an answer in one tab is shown in the other, which answers the next question', async () => {
  const one = await stage.visit()
  await one.call('book_flight', TRIP)
  await one.button(/SP205/).waitFor()
  const other = await stage.visitBeside(one)
  await other.button(/SP205/).waitFor()
  await one.press(/SP205/)
  await other.press('1B')
  await other.press('Take seat 1B')
  await one.press('Book for 89 EUR')
  for (const person of [one, other]) await person.sees(/Booked. Reference SP205-1B-/)
})

test('of two answers to one question the first counts, and both tabs show it', async () => {
  const first = await stage.visit()
  await first.call('book_flight', TRIP)
  await first.button(/SP205/).waitFor()
  const second = await stage.visit({ url: first.page.url() })
  await second.button(/SP309/).waitFor()
  const answered = Promise.withResolvers<void>()
  await second.page.route('**/commands', async (route) => {
    await answered.promise
    await route.continue()
  })
  await second.press(/SP309/)
  await first.press(/SP205/)
  await first.page.getByRole('group', { name: 'A seat on SP205' }).waitFor()
  const late = second.page.waitForResponse('**/commands')
  answered.resolve()
  await late
  await second.page.getByRole('group', { name: 'A seat on SP205' }).waitFor()
})

test('a message that is sent while a question is open waits until it is answered', async () => {
  const person = await stage.visit()
  await person.call('pick_card', { count: 3 })
  await person.button('Card 1 of 3').waitFor()
  await person.say('Say: that was fun')
  await person.page.getByText('Queued', { exact: true }).waitFor()
  expect(await person.answer('that was fun').count()).toBe(0)
  await person.press('Card 1 of 3')
  await person.hears('It came to this: The person picked')
  await person.hears('that was fun')
  await person.page.getByText('Queued', { exact: true }).waitFor({ state: 'detached' })
})

test('a message that waits can be sent now, which cancels what it waits for by name, with undo', async () => {
  const person = await stage.visit()
  await person.call('pick_card', { count: 3 })
  await person.button('Card 1 of 3').waitFor()
  await person.say('Say: never mind the cards')
  await person.press('Stop and send now')
  await person.sees('Cancelling “Pick a card”…')
  await person.press('Undo')
  await person.page.getByText('Queued', { exact: true }).waitFor()
  await person.press('Stop and send now')
  await person.sees('Sent once the tool is cancelled')
  await person.press('Cancel now')
  await person.card('pick_card').getByText('Cancelled').waitFor()
  await person.hears('never mind the cards')
  expect(await person.button('Card 1 of 3').count()).toBe(0)
})

test('Escape does not cancel a tool that waits, and its cancellation can be undone', async () => {
  const person = await stage.visit()
  const { page } = person
  await page.clock.install()
  const sent: string[] = []
  page.on('request', (request) => request.url().endsWith('/commands') && sent.push(request.postData()!))
  await person.call('pick_card', { count: 3 })
  await person.button('Card 1 of 3').waitFor()
  await page.keyboard.press('Escape')
  await person.press('Cancel “Pick a card”')
  expect(await person.button('Undo').evaluate((button) => button === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  await person.press('Undo')
  expect(await person.messageBox.evaluate((box) => box === document.activeElement)).toBe(true)
  await page.clock.fastForward(20_000)
  await person.button('Cancel “Pick a card”').waitFor()
  expect(sent.map((command) => JSON.parse(command).type)).toEqual(['send'])
  await person.press('Card 1 of 3')
  await person.hears('It came to this: The person picked the')
})

test('a tool is cancelled when the time to undo it is over, also after a reload', async () => {
  const person = await stage.visit()
  const { page } = person
  await page.clock.install()
  await person.call('pick_card', { count: 3 })
  await person.press('Cancel “Pick a card”')
  await person.sees('Cancelling “Pick a card”…')
  await page.clock.fastForward(5_000)
  await page.reload()
  await person.button('Undo').waitFor()
  await person.button('Card 1 of 3').waitFor()
  await page.clock.fastForward(10_000)
  await person.card('pick_card').getByText('Cancelled').waitFor()
  expect(await person.button('Undo').count()).toBe(0)
})

test('a tool is cancelled at once, and an answer takes a cancellation back', async () => {
  const person = await stage.visit()
  await person.call('book_flight', TRIP)
  await person.button(/SP205/).waitFor()
  await person.press('Cancel “Book a flight”')
  await person.press(/SP205/)
  await person.button('1B').waitFor()
  expect(await person.button('Undo').count()).toBe(0)
  await person.press('Cancel “Book a flight”')
  await person.press('Cancel now')
  await person.card('book_flight').getByText('Cancelled').waitFor()
})

test('an answer that the server does not take is shown with the reason, and can be given again', async () => {
  const person = await stage.visit()
  await person.call('pick_card', { count: 3 })
  await person.button('Card 1 of 3').waitFor()
  const error = { code: 'invalid', message: 'the server has a bad day' }
  await person.page.route('**/commands', (route) => route.fulfill({ status: 400, json: { error } }), { times: 1 })
  await person.press('Card 1 of 3')
  const alert = person.page.getByRole('alert').filter({ hasText: 'the server has a bad day' })
  await alert.getByRole('button', { name: 'Try again' }).click()
  await person.press('Card 2 of 3')
  await person.hears('It came to this: The person picked the')
})

test('an answer that is given without a network says that it will be sent, and is', async () => {
  const person = await stage.visit()
  const { page } = person
  await person.call('pick_card', { count: 3 })
  await person.button('Card 1 of 3').waitFor()
  await page.context().setOffline(true)
  await person.press('Card 1 of 3')
  await person.card('pick_card').getByText('Your answer will be sent when the connection is back.').waitFor()
  await page.context().setOffline(false)
  await person.hears('It came to this: The person picked the')
})

test('a provider that is busy is said to be, with the time until the next attempt', async () => {
  const person = await stage.visit()
  await person.say('Busy')
  await person.sees(/^The provider is busy, retrying in \d+ s$/)
  await person.press(/^Stop/)
  await person.page.getByText('The provider is busy').first().waitFor({ state: 'detached' })
})

test('a browser whose notifications throw shows the chat without them', async () => {
  const person = await stage.visit()
  const { page } = person
  await page.addInitScript(() => {
    window.executed = []
    class Refused {
      static permission = 'granted'
      constructor() {
        window.executed.push('refused')
        throw new TypeError('Illegal constructor')
      }
    }
    Object.assign(window, { Notification: Refused })
    localStorage.setItem('notifications', 'on')
  })
  await page.reload()
  await person.call('tictactoe', { first: 'person' })
  await person.button('row 1, column 1, free').waitFor()
  await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' }))
  await person.play([0])
  await expect.poll(() => page.evaluate(() => window.executed)).toEqual(['refused'])
  await person.play([3, 6])
  await person.sees('You won!')
  expect(await person.button('Notify me').count()).toBe(0)
})

test('a question notifies a person who is elsewhere, after a click that asked for permission', async () => {
  const person = await stage.visit()
  const { page } = person
  await page.addInitScript(() => {
    window.executed = []
    class Notified {
      static permission = 'default'
      static async requestPermission() {
        window.executed.push('asked')
        Notified.permission = 'granted'
        return 'granted'
      }
      constructor(title: string, { body = '' } = {}) {
        window.executed.push(`${title}: ${body}`)
      }
    }
    Object.assign(window, { Notification: Notified })
  })
  await page.reload()
  await person.call('tictactoe', { first: 'person' })
  await person.press('Notify me')
  await person.button('Notify me').waitFor({ state: 'detached' })
  expect(await page.evaluate(() => window.executed)).toEqual(['asked'])
  await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' }))
  await page.evaluate(() => {
    const sent = window.fetch
    window.fetch = (...request) => {
      const response = sent(...request)
      // The page is busy until the answer and the next question have arrived, so that it hears of both at once.
      const until = performance.now() + 1_000
      while (performance.now() < until);
      return response
    }
  })
  await person.play([0])
  await expect
    .poll(() => page.evaluate(() => window.executed[1]))
    .toMatch(/tictactoe.*: (A question waits|\d+ questions wait) for you\.$/)
})
