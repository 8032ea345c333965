import type { Page } from 'playwright-core'

export type Activity = keyof typeof activities

/** A hundred characters. */
const TYPED = 'Is it not the case that a log, once it is written, needs nobody who remembers how it has come about?'

const SCREENS = 20
const FAR = 120

/** What a person does with a conversation, in this order. */
export const activities = {
  typing: type,
  scrolling: (page: Page) => scrollUp(page, SCREENS, 1 / 8),
  flinging: (page: Page) => scrollUp(page, FAR, 2),
  typingFarUp: type,
  streaming: hearAnswer,
}

async function type(page: Page): Promise<void> {
  await page.locator('#message-box').focus()
  await page.keyboard.type(TYPED)
  await page.locator('#message-box').fill('')
}

/** Scrolls until the end is so many screens away, a part of a screen at a time. */
async function scrollUp(page: Page, screens: number, step: number): Promise<void> {
  const scroller = page.locator('.scroller')
  const { x, y, width, height } = (await scroller.boundingBox())!
  await page.mouse.move(x + width / 2, y + height / 2)
  const screensToEnd = () => scroller.evaluate((box) => (box.scrollHeight - box.scrollTop) / box.clientHeight - 1)
  while ((await screensToEnd()) < screens) await page.mouse.wheel(0, -height * step)
}

/** From the question to the end of its answer. */
async function hearAnswer(page: Page): Promise<void> {
  await page.locator('#message-box').fill('And how does it go on?')
  await page.keyboard.press('Enter')
  await page.locator('.stop').waitFor()
  await page.locator('.stop').waitFor({ state: 'detached' })
}
