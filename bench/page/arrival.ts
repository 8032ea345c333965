import type { Page } from 'playwright-core'

/** How long a page took to show the end of a conversation. */
export interface Arrival {
  /** Milliseconds from the navigation until the end was on the screen. */
  shownAfter: number
  /** How many messages had been rendered by then. */
  rendered: number
}

const MARK = 'end-shown'

/** Has every page that is opened from here on mark when the words that the conversation ends with are on the screen. */
export async function markArrivals(page: Page, lastWords: string): Promise<void> {
  await page.addInitScript(
    ([words, mark]) => {
      requestAnimationFrame(function look() {
        const messages = document.getElementsByClassName('message')
        const last = messages.item(messages.length - 1)
        if (last?.textContent?.includes(words) && last.getBoundingClientRect().bottom <= innerHeight) {
          performance.mark(mark, { detail: messages.length })
        } else requestAnimationFrame(look)
      })
    },
    [lastWords, MARK] as const,
  )
}

export async function readArrival(page: Page): Promise<Arrival> {
  await page.waitForFunction((mark) => performance.getEntriesByName(mark).length > 0, MARK)
  return page.evaluate((mark) => {
    const { startTime, detail } = performance.getEntriesByName(mark)[0] as PerformanceMark
    return { shownAfter: startTime, rendered: detail }
  }, MARK)
}
