import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { findViolations } from '../accessibility.ts'

export const SIZES = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const

const THEMES = ['light', 'dark'] as const

export type Size = keyof typeof SIZES

interface LookOptions {
  /** Where pictures are put. */
  folder: string
  /** What has to be in the picture. */
  at?: Locator
  sizes?: readonly Size[]
}

/** Takes a picture of what is on the page at each size and in each theme; comes to what is wrong with any of them. */
export async function lookAt(page: Page, name: string, options: LookOptions): Promise<string[]> {
  const { folder, at, sizes = ['desktop', 'phone'] } = options
  const problems: string[] = []
  mkdirSync(folder, { recursive: true })
  // Nothing is under the pointer there.
  await page.mouse.move(0, 0)
  for (const size of sizes) {
    await page.setViewportSize(SIZES[size])
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await at?.evaluate((element) => element.scrollIntoView({ block: 'nearest' }))
      await settle(page)
      const where = `${name}-${size}-${colorScheme}`
      await page.screenshot({ path: join(folder, `${where}.png`), animations: 'disabled', caret: 'hide' })
      const found = [...(await findViolations(page)), ...(await findOverflow(page))]
      problems.push(...found.map((problem) => `${where}: ${problem}`))
    }
  }
  return problems
}

/** Brings what fades or slides to its end: waiting for it could take for ever, as what is out of sight does not move. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const twoFrames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    await twoFrames()
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
    }
    await twoFrames()
  })

/** A page that scrolls sideways has something on it that is too wide. */
const findOverflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const wide = [...document.querySelectorAll('.scroller, dialog')].filter((box) => box.scrollWidth > box.clientWidth)
    return [
      ...(scrollWidth > clientWidth ? [`the page is ${scrollWidth - clientWidth} pixels too wide`] : []),
      ...wide.map((box) => `.${box.className} scrolls sideways`),
    ]
  })
