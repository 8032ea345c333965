import type { Locator, Page } from 'playwright-core'

/** A user who starts and watches debates, and finds elements by their names. */
export class Spectator {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Starts a debate with the defaults of the form. Resolves to its id. */
  async start(
    topic: string,
    { mode = /^Collaborative/, rounds = 2 }: { mode?: RegExp; rounds?: number } = {},
  ): Promise<string> {
    await this.page.getByRole('textbox', { name: 'Question' }).fill(topic)
    await this.openOptions()
    await this.page.getByRole('radio', { name: mode }).check()
    await this.page.getByRole('textbox', { name: 'Rounds' }).fill(String(rounds))
    await this.press('Start the debate')
    await this.page.waitForURL(/\/debates\/(?!new)/)
    return this.page.url().split('/').at(-1)!
  }

  /** Shows the fields below the question. */
  async openOptions(): Promise<void> {
    const options = this.page.locator('.start-options')
    if ((await options.getAttribute('open')) === null) await options.locator('> summary').click()
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  press(name: string | RegExp): Promise<void> {
    return this.button(name).click()
  }

  sees(text: string | RegExp): Promise<void> {
    return this.page.getByText(text).first().waitFor()
  }

  /** What a seat is shown to do in the round that goes on. */
  seat(agentId: string): Locator {
    return this.page.getByRole('listitem', { name: new RegExp(agentId) })
  }

  /** What a seat has asked for. */
  request(query: string): Locator {
    return this.page.getByRole('form', { name: query })
  }

  /** A request that has been answered. */
  answered(query: string): Locator {
    return this.page.getByRole('article', { name: query })
  }

  /** Waits until the round is over and counted. */
  async seesRoundEnd(round: number): Promise<void> {
    await this.page.getByRole('heading', { name: `Round ${round} of` }).waitFor({ state: 'detached' })
    await this.page.getByRole('heading', { name: 'Transcript' }).waitFor()
  }
}
