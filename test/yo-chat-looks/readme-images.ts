import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fromLanguageModel } from '@sweatpants/framework/models'
import { createDemo } from '../../apps/yo-chat/server/models.ts'
import { launchChromium } from '../chromium.ts'
import { takeBoardPictures } from '../views/board-pictures.ts'
import { startBuiltApp } from './app.ts'

const FOLDER = join(import.meta.dirname, '../../docs/images')

// The pictures of the README: what a user sees after starting the app and trying some of its tools.
mkdirSync(FOLDER, { recursive: true })
await using app = await startBuiltApp(fromLanguageModel(createDemo({ pace: 'instant' }), { id: 'demo' }))
await using browser = await launchChromium()
const page = await browser.newPage({
  viewport: { width: 1200, height: 860 },
  deviceScaleFactor: 1.5,
  reducedMotion: 'reduce',
  locale: 'en-US',
})

const button = (name: string) => page.getByRole('button', { name })

async function begin(example: string): Promise<void> {
  await page.goto(app.url)
  await page.locator('.example', { hasText: example }).click()
}

async function takePicture(name: string): Promise<void> {
  await page.mouse.move(0, 0)
  await page.evaluate(() => document.querySelector<HTMLElement>(':focus')?.blur())
  await page.screenshot({ path: join(FOLDER, `${name}.png`), animations: 'disabled' })
}

await begin('Clean up')
await button('Allow').waitFor()
await begin('Calculate')
await page.locator('.card[data-status=done]').waitFor()
await begin('Pick a card')
await button('Card 4 of 7').press('Enter')
await page.getByText('You picked the').first().waitFor()
await begin('Play a game')
await button('row 2, column 2').waitFor()
const board = (await page.locator('.game').boundingBox())!
await page.screenshot({
  path: join(FOLDER, 'board-chat.png'),
  clip: { x: board.x - 16, y: board.y - 16, width: 460, height: board.height + 32 },
})

await begin('Book a flight')
await button('SP205').click()
await button('3E').click()
await takePicture('yo-chat-light')

await page.goto(new URL('debates/new', app.url).href)
await page.getByRole('textbox', { name: 'Question' }).fill('Should a small team write its own framework?')
await page.getByText('Options:').click()
await page.getByRole('radio', { name: 'Collaborative' }).check()
await page.getByRole('textbox', { name: 'Rounds' }).fill('2')
await button('Start the debate').click()
await button('Start round 2 of 2').click()
await page.getByText('Finished after 2 rounds').first().waitFor()
await page.locator('.debate-picture svg').first().waitFor()
await page.locator('.debate-answer').evaluate((summary: HTMLElement) => {
  summary.closest('.scroller')!.scrollTop = summary.offsetTop - 84
})
await takePicture('debate')

await page.goto(app.url)
await page.emulateMedia({ colorScheme: 'dark' })
await page.getByRole('link', { name: 'Let us play tic-tac-toe' }).click()
await button('row 1, column 1, free').or(button('row 1, column 3, free')).first().click()
await page.getByText('The model played').waitFor()
await takePicture('yo-chat-dark')
await page
  .locator('.game')
  .last()
  .screenshot({ path: join(FOLDER, 'board-chat.png'), animations: 'disabled' })
await takeBoardPictures(browser, FOLDER)
