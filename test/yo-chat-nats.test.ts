import { join } from 'node:path'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { findNatsServerOrError, startNats, type TestNats } from './nats.ts'
import { findBuiltPage } from './yo-chat/built-page.ts'
import { MortalServer } from './yo-chat/mortal-server.ts'
import { useStage } from './yo-chat/stage.ts'

const program = await findNatsServerOrError()

test.runIf(program instanceof Error)('the tests find a nats-server', (context) => context.skip(String(program)))

/** `npm run test:matrix` runs it: the suite has the contracts of the store. */
const isWhole = process.env.MODE === 'matrix'

describe.runIf(isWhole && !(program instanceof Error))('the app with STORE=nats://…', () => {
  const stage = useStage()
  let nats: TestNats
  beforeAll(async () => {
    nats = await startNats({ program: program as string })
  })
  afterAll(() => nats.stop())

  test('goes on in the same page when its server is killed, and then when the leader of NATS is', {
    timeout: 120_000,
  }, async () => {
    const asked = join(stage.folder, 'asked')
    await using server = new MortalServer({ store: nats.url, dist: await findBuiltPage(), asked, leaseTtl: 3_000 })
    await server.start()
    const person = await stage.visit(server)
    await person.call('book_flight', { from: 'Lisbon', to: 'Vienna', date: '2026-12-01' })
    await person.button(/SP205/).waitFor()
    await server.kill()
    await person.page.getByText('Reconnecting…').waitFor()
    await server.start()
    await person.page.getByText('Reconnecting…').waitFor({ state: 'detached' })
    await person.press(/SP205/)
    await person.button('1B').waitFor()
    const leader = await nats.leaderOf('sweatpants_log')
    await nats.kill(leader)
    await person.press('1B')
    await person.press('Take seat 1B')
    await person.press('Book for 89 EUR')
    await person.sees(/Booked. Reference SP205-1B-/)
    await person.hears(/It came to this: .*SP205-1B-/)
  })
})
