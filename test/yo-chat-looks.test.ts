import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { launchChromium } from './chromium.ts'
import { type BuiltApp, startBuiltApp } from './yo-chat-looks/app.ts'
import { serveHosted } from './yo-chat-looks/hosted.ts'
import { lookAt, SIZES, type Size } from './yo-chat-looks/look.ts'
import { scriptedModel } from './yo-chat-looks/model.ts'

let app: BuiltApp
let hosted: Awaited<ReturnType<typeof serveHosted>>
let browser: Browser
let page: Page

beforeAll(async () => {
  app = await startBuiltApp(scriptedModel)
  hosted = await serveHosted()
  browser = await launchChromium()
})

afterAll(async () => {
  await browser?.close()
  await app?.[Symbol.asyncDispose]()
  await hosted?.close()
})

beforeEach(async () => {
  page = await browser.newPage({ viewport: SIZES.desktop })
  page.setDefaultTimeout(10_000)
  await page.goto(app.url)
})

afterEach(() => page.close())

/** Checks the page at each size and in each theme, and takes pictures if `SHOTS` names a folder. */
async function expectLooksGood(name: string, { at, sizes }: { at?: Locator; sizes?: readonly Size[] } = {}) {
  const problems = await lookAt(page, name, { folder: process.env.SHOTS, ...(at && { at }), ...(sizes && { sizes }) })
  expect(problems).toEqual([])
}

async function say(text: string) {
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(text)
  await page.keyboard.press('Enter')
}

/** What the page does after some seconds does not happen while it is looked at. */
const stopTimers = () =>
  page.evaluate(() => {
    const { setTimeout } = window
    const patient = (run: () => void, after = 0) => (after < 5_000 ? setTimeout(run, after) : 0)
    Object.assign(window, { setTimeout: patient })
  })

const button = (name: string | RegExp) => page.getByRole('button', { name })
const card = (status: string) => page.locator(`.card[data-status=${status}]`)

async function connectHosted() {
  await button('MCP servers').click()
  await page.getByLabel('Address of a server').fill(hosted.url)
  await button(/^Add$/).click()
  await page.getByText('Tools: register, export_photos, send_parcel').waitFor()
}

test('an empty conversation looks good', async () => {
  await button('Play a game').waitFor()
  await expectLooksGood('empty')
})

test('a streaming answer, a queued message and a stopped answer look good', async () => {
  await say('Tell me a story')
  await page.getByText('{ mess').waitFor()
  await expectLooksGood('streaming')
  await say('And then?')
  await page.getByText('Queued').waitFor()
  await expectLooksGood('queued')
  await page.getByRole('button', { name: 'Stop (Esc)' }).click()
  await page.getByText('They asked').last().waitFor()
  await expectLooksGood('stopped')
})

test('Markdown with code, a table and math looks good', async () => {
  await say('Think, and tell me about waves')
  await page.locator('.hljs-keyword').first().waitFor()
  await page.locator('math').first().waitFor()
  await expectLooksGood('markdown', { at: page.getByText('Think, and tell me about waves').last() })
  await expectLooksGood('markdown-end', { at: page.getByText('Tried') })
  await page.locator('.markdown-diagram').waitFor()
  await expectLooksGood('markdown-diagram', { at: page.locator('.markdown-diagram') })
})

test('a running game that the model begins looks good', async () => {
  await say('Let us play, and you begin')
  await card('running').getByText('The model is thinking…').waitFor()
  await expectLooksGood('card-running')
})

test('the progress of a hosted tool looks good', async () => {
  await connectHosted()
  await expectLooksGood('servers-dialog')
  await button('Close').click()
  await say('Export my photos')
  await button(/^Allow$/).click()
  await page.getByText('Exporting photo 84 of 200').waitFor()
  await expectLooksGood('card-progress')
})

test('completed and failed calls look good', async () => {
  await say('What is 6 * 7?')
  await card('done').waitFor()
  await say('What is 6 times nothing?')
  await card('failed').waitFor()
  await page.locator('.answer', { hasText: 'That was it' }).nth(1).waitFor()
  await expectLooksGood('cards-done-and-failed', { at: card('failed') })
})

test('tic-tac-toe looks good during and after the game', async () => {
  await say('Let us play tic-tac-toe')
  await button('row 2, column 2, free').click()
  await page.getByText('The model played row 1, column 1').waitFor()
  await expectLooksGood('tictactoe')
  await button('row 2, column 1, free').click()
  await button('row 2, column 3, free').click()
  await page.getByText('You won!').waitFor()
  await expectLooksGood('tictactoe-over', { at: page.getByText('You won!') })
})

test('a fan of cards and the picked card look good', async () => {
  await say('Let me pick a card')
  await button('Card 3 of 7').waitFor()
  await expectLooksGood('card-fan')
  await stopTimers()
  await button('Cancel “Pick a card”').click()
  await expectLooksGood('cancelling')
  await button('Undo').click()
  await button('Card 3 of 7').press('Enter')
  await page.getByText('You picked the').waitFor()
  await expectLooksGood('card-picked')
})

test('a fan of more cards than fit looks good', async () => {
  await say('Let me pick one of many cards')
  await button('Card 21 of 21').waitFor()
  await expectLooksGood('card-fan-many')
})

test('a flight looks good from the list to the booking', async () => {
  await say('Book a flight to Vienna')
  await button('SP205').waitFor()
  await expectLooksGood('flight-list')
  await button('SP205').click()
  await button('8C').click()
  await expectLooksGood('flight-seats')
  await button('Take seat 8C').click()
  await button('Book for 89 EUR').waitFor()
  await expectLooksGood('flight-confirm')
  await button('Book for 89 EUR').click()
  await page.getByText('Booked. Reference').waitFor()
  await expectLooksGood('flight-booked')
})

test('an approval, its denial and the denied call look good', async () => {
  await say('Clean up my downloads')
  await button(/^Allow$/).waitFor()
  await expectLooksGood('approval')
  await page.getByLabel('Days').fill('-1')
  await button(/^Preview$/).click()
  await page.locator('.elicit-problems').waitFor()
  await expectLooksGood('approval-problems')
  await page.getByLabel('Days').fill('30')
  await button('Deny').click()
  await page.getByLabel('Why not?').fill('I still need the talk.')
  await expectLooksGood('approval-deny')
  await button('Deny').click()
  await card('failed').waitFor()
  await expectLooksGood('denied')
})

test('files of a message look good before and after it is sent', async () => {
  const image = await page.screenshot({ clip: { x: 0, y: 0, width: 320, height: 200 } })
  await page.locator('input[type=file]').setInputFiles([
    { name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('# Notes') },
    { name: 'a-screenshot-with-a-rather-long-name.png', mimeType: 'image/png', buffer: image },
    { name: 'film.mov', mimeType: 'video/quicktime', buffer: Buffer.alloc(5_000_000) },
  ])
  await page.getByText('The limit is 4 MB').waitFor()
  await expectLooksGood('files')
  await button('Remove film.mov').click()
  await say('What is 6 * 7?')
  await page.locator('.answer', { hasText: 'That was it' }).waitFor()
  await page.getByRole('img', { name: /^a-screenshot/ }).waitFor()
  await expectLooksGood('files-sent', { at: page.getByText('notes.md') })
})

test('a generated form and its errors look good', async () => {
  await connectHosted()
  await button('Close').click()
  await say('Register me for the meeting')
  await button(/^Allow$/).click()
  await page.getByLabel('Your name').waitFor()
  await expectLooksGood('form', { at: page.getByLabel('Your name') })
  await page.getByLabel('Your name').fill('A')
  await page.getByLabel('E-mail').fill('nobody')
  await button('Accept').click()
  await page.locator('.elicit-problems').waitFor()
  await expectLooksGood('form-problems', { at: page.locator('.elicit-problems') })
})

test('an approval of arguments of every kind looks good, also as JSON', async () => {
  await connectHosted()
  await button('Close').click()
  await say('Send a parcel')
  await page.getByLabel('Note').waitFor()
  await expectLooksGood('approval-fields', { at: page.getByLabel('Note') })
  await button('Edit as JSON').click()
  await page.getByLabel('Input as JSON').waitFor()
  await expectLooksGood('approval-json', { at: button(/^Allow$/) })
})

test('a link to an open question above looks good', async () => {
  await say('Think, and tell me about waves')
  await page.getByText('Tried').waitFor()
  await say('Let me pick a card')
  await button('Card 3 of 7').waitFor()
  await page.getByRole('region', { name: 'Messages' }).evaluate((element) => element.scrollTo({ top: 0 }))
  await button('1 waiting for you').waitFor()
  await expectLooksGood('waiting-elsewhere')
})

test('two open questions look good', async () => {
  await say('A card, and a flight')
  await button('Card 5 of 5').waitFor()
  await button('SP205').waitFor()
  await expectLooksGood('two-waiting')
})

test('the drawer looks good on a phone', async () => {
  await say('What is 6 * 7?')
  await card('done').waitFor()
  await page.setViewportSize(SIZES.phone)
  await button('Conversations').click()
  // The model of the test has named the conversation.
  await page.getByRole('dialog').getByText('just now').first().waitFor()
  await expectLooksGood('drawer', { sizes: ['phone'] })
})

test('a message looks good while it is edited', async () => {
  await say('What is 6 * 7?')
  await page.locator('.answer', { hasText: 'That was it' }).waitFor()
  await page.getByText('What is 6 * 7?').last().hover()
  await button('Edit and send again').click()
  await expectLooksGood('edit')
})

test('a page without a network looks good', async () => {
  await say('What is 6 * 7?')
  await page.locator('.answer', { hasText: 'That was it' }).waitFor()
  await page.context().setOffline(true)
  await say('Are you there?')
  await page.getByText('Sent when you are back online').waitFor()
  await expectLooksGood('offline')
})

test('a failed turn looks good', async () => {
  await say('Make a mistake')
  await page.getByText('The answer failed').waitFor()
  await expectLooksGood('turn-error')
})

test('the page of a deleted conversation looks good', async () => {
  await page.goto(`${app.url}c/gone`)
  await page.getByText('This conversation is gone').waitFor()
  await expectLooksGood('gone')
})

test('the page of an unknown address looks good', async () => {
  await page.goto(`${app.url}nowhere`)
  await page.getByText('There is nothing at this address').waitFor()
  await expectLooksGood('unknown')
})
