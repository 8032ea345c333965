import { mkdirSync } from 'node:fs'
import { createMcpTool, type McpTool } from '@sweatpants/framework'
import { type BundledViews, bundleViews } from '@sweatpants/framework/views'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { tools } from '../apps/yo-chat/tools/index.ts'
import { findViolations } from './accessibility.ts'
import { launchChromium } from './chromium.ts'
import { ShownView } from './views/shown-view.ts'

const survey = createMcpTool('survey')
  .elicits({ lunch: { response: z.object({ dish: z.enum(['Soup', 'Salad']), people: z.int().min(1) }) } })
  .execute(function* () {})
  .build()

let browser: Browser
let bundled: BundledViews
let view: ShownView

beforeAll(async () => {
  const offered: McpTool[] = [...tools, survey]
  ;[browser, bundled] = await Promise.all([launchChromium(), bundleViews(offered)])
  view = await ShownView.open(browser)
})
afterAll(() => browser?.close())

const trip = { from: 'Lisbon', to: 'Vienna', date: '2026-12-01' }
const flight = { id: 'SP205', departs: '12:15', arrives: '15:30', price: 89 }
const seats = { rows: 8, columns: ['A', 'B', 'C', 'D', 'E', 'F'], taken: ['1A', '2C'] }
const board = ['X', 'O', null, null, 'X', null, null, null, null]

const QUESTIONS: [tool: string, key: string, context: object, press: string[], content: object][] = [
  ['book_flight', 'pickFlight', { trip, flights: [flight] }, ['SP205'], { flightId: 'SP205' }],
  ['book_flight', 'pickSeat', { flight, seats }, ['1C', 'Take seat 1C'], { seat: '1C' }],
  ['book_flight', 'confirm', { trip, flight, seat: '1C' }, ['Book for 89 EUR'], { ok: true }],
  ['tictactoe', 'pickMove', { board, userMark: 'O', lastMove: 4 }, ['row 3, column 3, free'], { position: 8 }],
  ['pick_card', 'pickCard', { cards: ['ace of spades', '2 of hearts'] }, ['Card 2 of 2'], { position: 2 }],
]

const RESULTS: [tool: string, result: object, text: string][] = [
  [
    'book_flight',
    {
      booked: true,
      reference: 'SP205-1C-A1B2C3',
      trip,
      flight: 'SP205',
      departs: '12:15',
      arrives: '15:30',
      seat: '1C',
      price: '89 EUR',
    },
    'SP205-1C-A1B2C3',
  ],
  ['tictactoe', { outcome: 'won', board: [...board.slice(0, 8), 'X'], userMark: 'X', line: [0, 4, 8] }, 'You won!'],
  ['pick_card', { card: 'queen of hearts' }, 'You picked the'],
]

const shots = process.env.SHOTS
if (shots !== undefined) mkdirSync(shots, { recursive: true })

async function look(name: string, theme: string): Promise<void> {
  if (shots !== undefined) await view.page.screenshot({ path: `${shots}/${name}-${theme}.png` })
  expect(await findViolations(view.frame), `${name} ${theme}`).toEqual([])
  expect(await view.overflow(), `${name} ${theme}`).toBe(0)
  expect(view.problems).toEqual([])
}

for (const theme of ['light', 'dark'] as const) {
  test.each(QUESTIONS)(
    `the view of %s asks %s in a frame without forms or origin, ${theme}`,
    async (tool, key, context, press, content) => {
      await view.load(bundled.views.get(tool)!.html, theme)
      const answer = view.ask(key, context)
      await view.frame.getByRole('button', { name: press[0]! }).first().waitFor()
      await look(`${tool}-${key}`, theme)
      for (const name of press) {
        const button = view.frame.getByRole('button', { name }).first()
        await button.click()
      }
      expect(await answer).toEqual({ action: 'accept', content })
    },
  )

  test.each(RESULTS)(`the view of %s shows its result, ${theme}`, async (tool, result, text) => {
    await view.load(bundled.views.get(tool)!.html, theme)
    await view.give({ content: [], structuredContent: result })
    await view.frame.getByText(text).first().waitFor()
    await look(`${tool}-result`, theme)
  })

  test(`a question without a component is answered with the generic form, ${theme}`, async () => {
    await view.load(bundled.views.get('survey')!.html, theme)
    const answer = view.ask('lunch', {}, survey.questions.lunch!.schema)
    await view.frame.getByLabel('Dish').selectOption('Soup')
    await view.frame.getByRole('button', { name: 'Accept' }).click()
    await view.frame.getByRole('alert').waitFor()
    await look('survey', theme)
    await view.frame.getByLabel('People').fill('4')
    await view.frame.getByLabel('People').press('Enter')
    expect(await answer).toEqual({ action: 'accept', content: { dish: 'Soup', people: 4 } })
  })
}

test('the main button of a long view stays in sight, and the view tells its host its size', async () => {
  await view.load(bundled.views.get('book_flight')!.html, 'light')
  const answer = view.ask('pickSeat', { flight, seats })
  const box = await view.frame.getByRole('button', { name: 'Choose a seat' }).boundingBox()
  expect(box!.y + box!.height).toBeLessThanOrEqual(360)
  expect(await view.heard()).toContain('ui/notifications/size-changed')
  await view.frame.getByRole('button', { name: 'No, thanks' }).click()
  expect(await answer).toEqual({ action: 'decline' })
})

test('a view whose component throws gives the question back to its host', async () => {
  await view.load(bundled.views.get('book_flight')!.html, 'light')
  expect(await view.ask('pickSeat', {})).toMatchObject({ code: -32603 })
  view.problems.length = 0
})

test('a person can decline', async () => {
  await view.load(bundled.views.get('tictactoe')!.html, 'light')
  const answer = view.ask('pickMove', { board, userMark: 'O', lastMove: null })
  await view.frame.getByRole('button', { name: 'No, thanks' }).click()
  expect(await answer).toEqual({ action: 'decline' })
})
