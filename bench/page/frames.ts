import type { CDPSession, Page } from 'playwright-core'

/** The frames that a page drew while something was done with it, in milliseconds from one to the next. */
export interface Recording {
  frames: readonly number[]
  /** Milliseconds of processor time of the thread that runs the page's scripts and lays it out. */
  busy: number
}

export interface Frames {
  count: number
  median: number
  p95: number
  longest: number
  /** Milliseconds of processor time for each. */
  busy: number
}

export class FrameRecorder {
  readonly #page: Page
  readonly #session: CDPSession

  private constructor(page: Page, session: CDPSession) {
    this.#page = page
    this.#session = session
  }

  static async attach(page: Page): Promise<FrameRecorder> {
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    return new FrameRecorder(page, session)
  }

  async record(act: () => Promise<unknown>): Promise<Recording> {
    const running = await this.#page.evaluateHandle(() => {
      const frames: number[] = []
      let last = performance.now()
      let next = requestAnimationFrame(function record(now) {
        frames.push(now - last)
        last = now
        next = requestAnimationFrame(record)
      })
      return {
        stop() {
          cancelAnimationFrame(next)
          // The first is cut off by the start.
          return frames.slice(1)
        },
      }
    })
    const before = await this.#readBusy()
    await act()
    const busy = (await this.#readBusy()) - before
    return { frames: await running.evaluate((recording) => recording.stop()), busy }
  }

  async #readBusy(): Promise<number> {
    const { metrics } = await this.#session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000
  }
}

export function toFrames(recordings: readonly Recording[]): Frames {
  const sorted = recordings.flatMap(({ frames }) => frames).toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.round((sorted.length - 1) * part)]!
  const busy = recordings.reduce((total, recording) => total + recording.busy, 0) / sorted.length
  return { count: sorted.length, median: at(0.5), p95: at(0.95), longest: at(1), busy }
}
