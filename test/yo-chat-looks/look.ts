import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { COLOUR_RULES, findViolations } from '../accessibility.ts'

export const SIZES = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const

const THEMES = ['light', 'dark'] as const

export type Size = keyof typeof SIZES

interface LookOptions {
  /** The folder for pictures. Without it none are taken. */
  folder?: string | undefined
  /** The element that must be in view. */
  at?: Locator
  sizes?: readonly Size[]
}

/** Returns the problems of the page at each size and in each theme, and takes a picture of each. */
export async function lookAt(page: Page, name: string, options: LookOptions): Promise<string[]> {
  const { folder, at, sizes = ['desktop', 'phone'] } = options
  const problems: string[] = []
  if (folder !== undefined) mkdirSync(folder, { recursive: true })
  // Nothing is under the pointer there.
  await page.mouse.move(0, 0)
  await stopTransitions(page)
  for (const size of sizes) {
    await page.setViewportSize(SIZES[size])
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await at?.evaluate((element) => element.scrollIntoView({ block: 'nearest' }))
      await settle(page)
      const where = `${name}-${size}-${colorScheme}`
      if (folder !== undefined) {
        await page.screenshot({ path: join(folder, `${where}.png`), animations: 'disabled', caret: 'hide' })
      }
      const rules = colorScheme === THEMES[0] ? undefined : COLOUR_RULES
      const found = [...(await findViolations(page, rules)), ...(await findOverflow(page))]
      problems.push(...found.map((problem) => `${where}: ${problem}`))
    }
  }
  return problems
}

/** Colours that change with the theme do so at once, so that contrast is not measured halfway. */
const stopTransitions = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets = [sheet]
  })

/** Finishes all animations. Waiting for them could take for ever, because elements out of view do not move. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const twoFrames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    await twoFrames()
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
    }
    await twoFrames()
  })

/** Returns what is wider than the page, and whether a page that does not scroll itself is higher than its window. */
const findOverflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement
    // A search in the page, or a move of the focus, would scroll it all the same.
    const isFixed = getComputedStyle(document.body).overflowY === 'hidden'
    const wide = [...document.querySelectorAll('.scroller, dialog')].filter((box) => box.scrollWidth > box.clientWidth)
    return [
      ...(scrollWidth > clientWidth ? [`the page is ${scrollWidth - clientWidth} pixels too wide`] : []),
      ...(isFixed && scrollHeight > clientHeight
        ? [`the page is ${scrollHeight - clientHeight} pixels higher than its window`]
        : []),
      ...wide.map((box) => `.${box.className} scrolls sideways`),
    ]
  })
