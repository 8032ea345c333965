import { join } from 'node:path'
import type { Browser, FrameLocator } from 'playwright-core'
import { AppHost } from './host.ts'
import { Inspector } from './inspector.ts'
import { serveTravel } from './travel.ts'

/** Takes pictures of the board of tic-tac-toe in two hosts of others: as a question, and beside the call. */
export async function takeBoardPictures(browser: Browser, folder: string): Promise<void> {
  await using travel = await serveTravel()
  await using inspector = await Inspector.open(browser, travel.url, 'modern')
  await inspector.call('tictactoe', {}, 'book_flight')
  await play(inspector.view)
  await inspector.page.getByRole('dialog').screenshot({ path: join(folder, 'board-inspector.png') })

  await using host = await AppHost.start()
  const { page, view } = await host.open(browser, { server: travel.url, tool: 'tictactoe', args: {} })
  await play(view)
  await page.setViewportSize({ width: 412, height: 480 })
  await page.locator('iframe').screenshot({ path: join(folder, 'board-app-host.png') })
}

/** Plays in the middle, and waits for the model's move. */
async function play(view: FrameLocator): Promise<void> {
  await view.getByRole('button', { name: 'row 2, column 2, free' }).click()
  await view.getByRole('button', { name: /row 2, column 2, [XO]/ }).waitFor()
  await view.getByText('The model played').waitFor()
}
