import type { Locator, Page } from 'playwright-core'

/** A user of the page, who finds elements by their names. */
export class Person {
  readonly page: Page
  readonly messageBox: Locator

  constructor(page: Page) {
    this.page = page
    this.messageBox = page.getByRole('textbox', { name: 'Message', exact: true })
  }

  async say(text: string): Promise<void> {
    await this.messageBox.fill(text)
    await this.messageBox.press('Enter')
  }

  /** Has the model call a tool. */
  call(tool: string, input: object): Promise<void> {
    return this.say(`Call ${tool} ${JSON.stringify(input)}`)
  }

  /** Resolves to the names of the server's tools. */
  async addServer(url: string): Promise<string[]> {
    await this.press(/^MCP servers/)
    await this.page.getByRole('textbox', { name: 'Address of a server' }).fill(url)
    await this.press('Add')
    const added = this.page.getByRole('dialog').getByRole('listitem').filter({ hasText: url })
    const tools = await added.getByText(/^Tools: /).textContent()
    await this.press('Close')
    return tools!.replace('Tools: ', '').split(', ')
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  press(name: string | RegExp): Promise<void> {
    return this.button(name).click()
  }

  /** Picks an option of a list. */
  async pick(list: string, option: string): Promise<void> {
    await this.page.getByRole('combobox', { name: list }).click()
    await this.page.getByRole('option', { name: option, exact: true }).click()
  }

  /** What a tool was last asked to do. */
  card(tool: string): Locator {
    return this.page.getByRole('region', { name: `Tool ${tool}` }).last()
  }

  get messages(): Locator {
    return this.page.getByRole('region', { name: 'Messages' })
  }

  answer(text: string | RegExp): Locator {
    return this.page.getByRole('article').filter({ hasText: text })
  }

  /** Waits for an answer that has this in it. */
  hears(text: string | RegExp): Promise<void> {
    return this.answer(text).last().waitFor()
  }

  sees(text: string | RegExp): Promise<void> {
    return this.page.getByText(text).first().waitFor()
  }

  /** Plays tic-tac-toe, cell by cell, each when it is the person's turn. */
  async play(cells: readonly number[]): Promise<void> {
    for (const cell of cells) {
      await this.press(`row ${Math.floor(cell / 3) + 1}, column ${(cell % 3) + 1}, free`)
    }
  }

  /** Goes from control to control until this one has the focus. */
  async tabTo(control: Locator): Promise<void> {
    for (let steps = 0; steps < 100; steps++) {
      if (await control.evaluate((element) => element === document.activeElement)) return
      await this.page.keyboard.press('Tab')
    }
    throw new Error(`no way by the keyboard to ${control}`)
  }

  async type(control: Locator, text: string): Promise<void> {
    await this.tabTo(control)
    await this.page.keyboard.type(text)
  }
}
