import type { Clock } from '../../tools/clock.ts'

/** Tells whether a page is visible: a `document`, or a fake of one. */
export interface PageVisibility extends EventTarget {
  /** `hidden` when the page is not visible. */
  readonly visibilityState: string
}

export interface VisibilityOptions {
  /** Without one the page counts as visible. */
  page: PageVisibility | undefined
  clock: Clock
  onHidden: () => void
  onSeen: () => void
}

/** Milliseconds. A short visit to another tab does not disconnect this one. */
const GRACE = 3_000

/** Calls back when a page has been hidden for a while, and when it is visible again. */
export class Visibility {
  readonly #options: VisibilityOptions
  #isWatching = false
  #isHidden = false
  #stopAlarm = () => {}

  constructor(options: VisibilityOptions) {
    this.#options = options
  }

  get isHidden(): boolean {
    return this.#isHidden
  }

  /** A page that begins hidden, as a tab in the background does, gets no grace. No event reports the first state. */
  watch(): void {
    const { page } = this.#options
    if (page === undefined || this.#isWatching) return
    this.#isWatching = true
    this.#isHidden = page.visibilityState === 'hidden'
    page.addEventListener('visibilitychange', this.#look)
  }

  stop(): void {
    if (!this.#isWatching) return
    this.#isWatching = false
    this.#stopAlarm()
    this.#options.page?.removeEventListener('visibilitychange', this.#look)
  }

  readonly #look = (): void => {
    const { page, clock } = this.#options
    this.#stopAlarm()
    if (page?.visibilityState !== 'hidden') this.#become(false)
    else this.#stopAlarm = clock.alarm(clock.now() + GRACE, () => this.#become(true), false)
  }

  #become(isHidden: boolean): void {
    if (isHidden === this.#isHidden) return
    this.#isHidden = isHidden
    if (isHidden) this.#options.onHidden()
    else this.#options.onSeen()
  }
}
