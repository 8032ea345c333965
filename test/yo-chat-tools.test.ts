import { expect, test } from 'vitest'
import { useStage } from './yo-chat/stage.ts'

const stage = useStage()

const TRIP = { from: 'Lisbon', to: 'Vienna', date: '2026-12-01' }

test.each([
  ['won by the person', 'person', [0, 3, 6], 'You won!', 'The person won as X.'],
  ['won by the model', 'model', [3, 4], 'The model won.', 'The model won as X.'],
  ['a draw', 'person', [1, 3, 4, 6, 8], 'It is a draw.', 'The game is a draw.'],
] as const)(
  'a game of tic-tac-toe is played until it is %s, and the model is told',
  async (_, first, cells, shown, told) => {
    const person = await stage.visit()
    await person.call('tictactoe', { first })
    await person.play(cells)
    await person.card('tictactoe').getByText(shown).waitFor()
    await person.hears(`It came to this: ${told}`)
  },
)

test('a game of tic-tac-toe can be left', async () => {
  const person = await stage.visit()
  await person.call('tictactoe', { first: 'person' })
  await person.play([4])
  await person.press('Leave the game')
  await person.card('tictactoe').getByText('You left the game.').waitFor()
})

test('a game of tic-tac-toe is played with the keyboard alone', async () => {
  const person = await stage.visit()
  const { keyboard } = person.page
  await person.call('tictactoe', { first: 'person' })
  await person.tabTo(person.button('row 1, column 1, free'))
  await keyboard.press('ArrowDown')
  await keyboard.press('ArrowRight')
  await keyboard.press('Enter')
  await person.button('row 2, column 2, X').waitFor()
})

test('the demo model plays tic-tac-toe to the end', async () => {
  const person = await stage.visit()
  await person.pick('Model', 'Demo model (offline)')
  await person.press(/^Play a game/)
  const board = person.card('tictactoe')
  const isOver = board.getByText(/You won!|The model won\.|It is a draw\./)
  const free = board.getByRole('button', { name: /free$/, disabled: false }).first()
  await expect
    .poll(async () => {
      if (await isOver.isVisible()) return true
      // A cell may be taken between the look and the click.
      await free.click({ timeout: 500 }).catch(() => {})
      return false
    })
    .toBe(true)
  await person.hears(/demo model/i)
})

test('a card is picked out of a fan, turned over and named', async () => {
  const person = await stage.visit()
  await person.call('pick_card', { count: 7 })
  await person.press('Card 3 of 7')
  const card = person.card('pick_card')
  await card.getByText('You picked the').waitFor()
  const picked = await card.getByRole('strong').textContent()
  await person.hears(`It came to this: The person picked the ${picked}.`)
})

test('on a phone a fan of many cards scrolls, and each card is wide enough for a finger', async () => {
  const person = await stage.visit()
  await person.page.setViewportSize({ width: 390, height: 844 })
  await person.call('pick_card', { count: 21 })
  await person.button('Card 21 of 21').waitFor()
  const middles = await person.page.getByRole('button', { name: /^Card / }).evaluateAll((cards) =>
    cards.map((card) => {
      const { left, width } = card.getBoundingClientRect()
      return left + width / 2
    }),
  )
  const steps = middles.slice(1).map((middle, index) => middle - middles[index]!)
  expect(Math.min(...steps)).toBeGreaterThanOrEqual(24)
  expect(await person.messages.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  await person.press('Card 21 of 21')
  await person.hears('It came to this: The person picked the')
})

test('no card need be picked', async () => {
  const person = await stage.visit()
  await person.call('pick_card', { count: 5 })
  await person.press('No card, thanks')
  await person.hears(/It came to this: The person picked no card/)
})

test('a flight is booked: picked from a list, seated on a map, confirmed', async () => {
  const person = await stage.visit()
  await person.call('book_flight', TRIP)
  await person.press(/SP205/)
  expect(await person.button('1A, taken').getAttribute('aria-disabled')).toBe('true')
  await person.press('1B')
  await person.press('Take seat 1B')
  await person.press('Book for 89 EUR')
  await person
    .card('book_flight')
    .getByText(/Booked. Reference SP205-1B-[0-9A-F]{6}/)
    .waitFor()
  await person.hears(/It came to this: .*SP205-1B-/)
})

test.each([
  ['the flight', [], 'no flight was picked'],
  ['the seat', [/SP205/], 'no seat was picked'],
  ['the confirmation', [/SP205/, '1B', 'Take seat 1B'], 'it was not confirmed'],
] as const)('a booking that is declined at %s books nothing', async (_, steps, reason) => {
  const person = await stage.visit()
  await person.call('book_flight', TRIP)
  for (const step of steps) await person.press(step)
  await person.press('Do not book')
  await person.card('book_flight').getByText(`Nothing was booked: ${reason}.`).waitFor()
  await person.hears(/It came to this: .*"booked":false/)
})

test('the calculator shows what it calculated', async () => {
  const person = await stage.visit()
  await person.call('calculator', { expression: '(17 + 4) * 2' })
  await person.card('calculator').getByText('Done').waitFor()
  await person.card('calculator').getByText('(17 + 4) * 2 = 42', { exact: true }).first().waitFor()
  await person.hears('It came to this: (17 + 4) * 2 = 42')
})

test('a calculation that cannot be done is shown as failed', async () => {
  const person = await stage.visit()
  await person.call('calculator', { expression: '1 + apples' })
  await person.card('calculator').getByText('Failed').waitFor()
})

test('the demo model answers an example of the empty page', async () => {
  const person = await stage.visit()
  await person.pick('Model', 'Demo model (offline)')
  await person.press(/^Calculate/)
  await person.sees('Demo model.')
  await person.hears('(17 + 4) * 2 = 42.')
})

test('the page leads to the question that waits, and says nothing of it where it is seen', async () => {
  const person = await stage.visit()
  const long = Array.from({ length: 60 }, (_, line) => `Line ${line}`).join('\n\n')
  await person.say(`Say: ${long}`)
  await person.hears('Line 59')
  await person.call('pick_card', { count: 3 })
  await person.button('Card 1 of 3').waitFor()
  await person.messages.evaluate((element) => element.scrollTo({ top: 0 }))
  await person.press('1 waiting for you')
  const question = person.page.getByRole('region', { name: 'Question from pick_card' })
  expect(await question.evaluate((element) => element === document.activeElement)).toBe(true)
  await person.button('1 waiting for you').waitFor({ state: 'detached' })
})
