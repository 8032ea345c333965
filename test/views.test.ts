import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from './chromium.ts'
import { AppHost } from './views/host.ts'
import { Inspector } from './views/inspector.ts'
import { Served } from './views/served.ts'
import { serveExamples, serveTravel, TRIP } from './views/travel.ts'

/** `npm run test:matrix` runs every combination; the suite runs one of each kind. */
const isWhole = process.env.MODE === 'matrix'

let browser: Browser
let host: AppHost

beforeAll(async () => {
  ;[browser, host] = await Promise.all([launchChromium(), AppHost.start()])
})

afterAll(async () => {
  await browser.close()
  await host[Symbol.asyncDispose]()
})

const XY1 = { flight: 'XY1' }

describe('the official Inspector', () => {
  it.runIf(isWhole).each([
    ['legacy', {}],
    ['modern', { TASK: 'required' }],
  ] as const)('shows each question of a call in its view, %s era, %j', async (era, options) => {
    await using served = await Served.start(options)
    await using inspector = await Inspector.open(browser, served.url, era)
    await inspector.call('book', XY1)
    await inspector.inView('1A').click()
    await inspector.inView('yes').click()
    await inspector.page.getByText('booked XY1 1A').first().waitFor()
    expect(served.steps).toEqual(['held', 'booked 1A'])
  })

  it('shows each question in its view, and the next one after kill -9 of the server', async () => {
    await using served = await Served.start()
    await using inspector = await Inspector.open(browser, served.url, 'modern')
    await inspector.call('book', XY1)
    await inspector.inView('1A').click()
    await inspector.inView('yes').waitFor()
    await served.kill()
    await served.restart()
    await inspector.inView('yes').click()
    await inspector.page.getByText('booked XY1 1A').first().waitFor()
    expect(served.steps).toEqual(['held', 'booked 1A'])
  })

  it.runIf(isWhole)('takes a decline from a view, and shows its own form if the view is closed', async () => {
    await using served = await Served.start()
    await using inspector = await Inspector.open(browser, served.url, 'modern')
    const { page } = inspector
    await inspector.call('book', { flight: 'XY2' })
    await inspector.inView('decline').click()
    await page.getByText('declined').first().waitFor()

    await inspector.call('book', { flight: 'XY3' })
    await inspector.inView('1A').waitFor()
    await page.getByRole('dialog').getByRole('button').first().click()
    await page.getByRole('button', { name: 'Submit' }).waitFor()
    expect(await page.locator('iframe').count()).toBe(0)
  })

  it.runIf(isWhole).each([
    ['modern', false],
    ['legacy', false],
    ['modern', true],
  ] as const)('books a flight with the components of yo-chat, %s era, as a task: %s', async (era, isTask) => {
    await using travel = await serveTravel({ isTask })
    await using inspector = await Inspector.open(browser, travel.url, era)
    await inspector.call('book_flight', TRIP, 'tictactoe')
    await inspector.view.getByRole('button', { name: 'SP205' }).click()
    await inspector.inView('3E').click()
    await inspector.view.getByRole('button', { name: 'Take seat 3E' }).click()
    await inspector.view.getByRole('button', { name: 'Book for' }).click()
    await inspector.page.getByText('3E').first().waitFor()
  })

  it.runIf(isWhole).each([
    ['the server has no views', { VIEWS: 'none' }],
    ['the view never starts', { HTML: 'broken.html' }],
  ])('shows its own form if %s', async (_, options) => {
    await using served = await Served.start(options)
    await using inspector = await Inspector.open(browser, served.url, 'modern')
    await inspector.call('book', XY1)
    await inspector.page.getByRole('button', { name: 'Submit' }).waitFor({ timeout: 30_000 })
  })
})

describe('a host of apps on the official bridge', () => {
  it('waits with the call for its view, goes on after kill -9, and shows the end when it is opened again', async () => {
    await using served = await Served.start({ VIEWS: 'test-host' })
    const opened = await host.open(browser, { server: served.url })
    await opened.button('1A').click()
    await opened.button('yes').click()
    await opened.state.getByText('done: booked XY1 1A').waitFor()
    // The call itself returned the booking, so the model needs no other word.
    expect(await opened.said('result').textContent()).toContain('booked XY1 1A')
    expect(await opened.said('model').textContent()).toBe('book pay answer_question check_on')

    const killed = await host.open(browser, { server: served.url, era: 'modern', args: { flight: 'XY2' } })
    await killed.button('1B').click()
    await killed.button('yes').waitFor()
    await served.kill()
    await served.restart()
    await killed.button('yes').click()
    await killed.state.getByText('done: booked XY2 1B').waitFor()
    await killed.reopen()
    await killed.state.getByText('done: booked XY2 1B').waitFor()
    expect(served.steps).toEqual(['held', 'booked 1A', 'held', 'booked 1B'])
  })

  it.runIf(isWhole)('hands a call over to its view if the person takes too long', async () => {
    await using served = await Served.start({ VIEWS: 'test-host', WAIT: '1500' })
    const opened = await host.open(browser, { server: served.url })
    await opened.button('1A').waitFor()
    await opened.said('result').getByText('waiting_for_answer').waitFor()
    await opened.button('1A').click()
    await opened.button('yes').click()
    await opened.state.getByText('done: booked XY1 1A').waitFor()
    expect(served.steps).toEqual(['held', 'booked 1A'])
  })

  it.runIf(isWhole).each(['legacy', 'modern'] as const)('gets a handle at once, %s era', async (era) => {
    await using served = await Served.start({ WAIT: '20000' })
    const opened = await host.open(browser, { server: served.url, era })
    await opened.said('result').getByText('waiting_for_answer').waitFor()
    await opened.button('1A').click()
    await opened.button('yes').click()
    await opened.state.getByText('done: booked XY1 1A').waitFor()
  })

  it.runIf(isWhole).each(['legacy', 'modern'] as const)(
    'books a flight with the components of yo-chat, %s era',
    async (era) => {
      await using travel = await serveTravel()
      const opened = await host.open(browser, { server: travel.url, era, tool: 'book_flight', args: TRIP })
      await opened.view.getByRole('button', { name: 'SP205' }).click()
      await opened.button('3E').click()
      await opened.view.getByRole('button', { name: 'Take seat 3E' }).click()
      await opened.view.getByRole('button', { name: 'Book for' }).click()
      await opened.view.getByText('Booked').first().waitFor()
    },
  )

  it('plays tic-tac-toe and takes a seat in the views of the examples, and tells two equal calls apart', async () => {
    await using examples = await serveExamples()
    const game = await host.open(browser, { server: examples.url, tool: 'tictactoe', args: { first: 'person' } })
    const free = game.view.getByRole('button', { name: 'free' })
    const isOver = async () => (await game.said('result').textContent()) !== ''
    for (const left of [9, 7, 5, 3, 1]) {
      await expect.poll(async () => (await isOver()) || (await free.count()) === left).toBe(true)
      if (await isOver()) break
      await free.first().click()
    }
    // The demo model never loses.
    const end = /The model won as O|The game is a draw/
    await game.said('result').getByText(end).waitFor()

    const trips = await host.open(browser, { server: examples.url, tool: 'book_flight', args: TRIP, calls: 2 })
    const seats = ['By the window', 'On the aisle']
    for (const [call, seat] of seats.entries()) {
      const view = trips.viewOf(call)
      await view.getByRole('combobox').selectOption({ index: 1 })
      await view.getByRole('button', { name: 'Accept' }).click()
      await view.getByRole('button', { name: seat }).click()
      await view.getByText(call === 0 ? /window seat, for/ : /aisle seat, for/).waitFor()
    }
  })

  it('refuses a hostile view all that it may not do', async () => {
    await using served = await Served.start({ HTML: 'hostile.html' })
    const opened = await host.open(browser, { server: served.url, era: 'modern' })
    await opened.state.getByText('{').waitFor()
    expect(JSON.parse((await opened.state.textContent())!)).toEqual({
      withoutKey: { refused: '-32602' },
      otherTool: { refused: '-32602' },
      early: 'sure',
      over: 'booked XY1 1A',
      twice: [
        ['done', 1],
        ['done', 1],
      ],
      byHost: 'needs_person',
      network: 'refused',
      picture: 'refused',
      storage: 'refused',
      parent: 'refused',
      top: 'refused',
      window: 'refused',
    })
    expect(served.steps).toEqual(['held', 'booked 1A'])
  })
})
