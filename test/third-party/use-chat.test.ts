import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest'
import { NotInstallableError } from './install.ts'
import { scenarios } from './use-chat/scenarios.ts'
import { Stage, type StageOptions } from './use-chat/stage.ts'

/** `npm run test:matrix` plays every scenario with every version; the suite plays some with one. */
const isWhole = process.env.MODE === 'matrix'

const react = {
  react: '19.3.1',
  'react-dom': '19.3.1',
  '@types/react': '19.3.0',
  '@types/react-dom': '19.3.0',
  zod: '4.6.7',
}
const ai7 = { ai: '7.0.163', '@ai-sdk/react': '4.0.167', ...react }
const all = [
  { major: 7, versions: ai7 },
  { major: 6, versions: { ai: '6.0.319', '@ai-sdk/react': '3.0.322', ...react } },
  { major: 5, versions: { ai: '5.0.277', '@ai-sdk/react': '2.0.280', ...react } },
]

async function open(context: TestContext, options: StageOptions): Promise<Stage> {
  try {
    return await Stage.open(options)
  } catch (error) {
    if (error instanceof NotInstallableError) context.skip(error.message)
    throw error
  }
}

describe.each(isWhole ? all : all.slice(0, 1))('useChat of ai $major', ({ major, versions }) => {
  let opened: Promise<Stage>
  beforeAll(() => {
    opened = Stage.open({ versions })
    return opened.then(
      () => {},
      () => {},
    )
  }, 180_000)
  afterAll(async () => (await opened.catch(() => undefined))?.[Symbol.asyncDispose]())

  const onStage = (context: TestContext): Promise<Stage> =>
    opened.catch((error) => {
      if (error instanceof NotInstallableError) context.skip(error.message)
      throw error
    })

  const played = scenarios.filter(({ since = 5, until = 7 }) => since <= major && major <= until)
  test.for(played.filter(({ isShort }) => isWhole || isShort))('$name', async ({ play, query }, context) => {
    const stage = await onStage(context)
    await using person = await stage.visit(query)
    await play(person, stage)
  })

  test.runIf(isWhole)('a page with typed parts, questions and answers compiles', async (context) => {
    await (await onStage(context)).checkTypes('page')
  })
})

test('the page of the example is answered while its server is down', { timeout: 180_000 }, async (context) => {
  await using stage = await open(context, { source: 'examples/use-chat', server: 'server.ts', versions: ai7 })
  await using person = await stage.visit()
  await person.say('order pizza with topping "ham"')
  await person.sees('Which size with ham?')
  await stage.kill()
  await person.press('large')
  await stage.start()
  await person.sees('A large pizza with ham is number 17.')
  if (isWhole) await stage.checkTypes('page')
})

test.runIf(isWhole)('assistant-ui asks and answers on top of useChat', { timeout: 180_000 }, async (context) => {
  const versions = { ...ai7, '@assistant-ui/react': '0.15.20', '@assistant-ui/react-ai-sdk': '1.4.11' }
  await using stage = await open(context, { page: 'assistant-page', versions })
  await using person = await stage.visit()
  await person.say('think of it')
  await person.sees('word39 ')
  await person.is('ready')
  await person.say('book Rome to Oslo')
  await person.sees('Which one from Rome to Oslo?')
  await person.reload()
  await person.sees('Which one from Rome to Oslo?')
  await stage.kill()
  await person.press('SP205')
  await stage.start()
  await person.sees('Book SP205?')
  await person.press('Yes')
  await person.sees('"reference":"SP205-X1"')
  await stage.checkTypes('assistant-page')
  expect(stage.done('Rome')).toEqual(['search Rome', 'book Rome SP205'])
})
