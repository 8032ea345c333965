import { fromLanguageModel } from '@sweatpants/framework/models'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { createDemo } from '../apps/yo-chat/server/models.ts'
import { ask, Gate, oppose, state, whereStated } from './yo-chat-debates/says.ts'
import type { Spectator } from './yo-chat-debates/spectator.ts'
import { useStage } from './yo-chat-debates/stage.ts'
import { startBuiltApp } from './yo-chat-looks/app.ts'
import { lookAt, type Size } from './yo-chat-looks/look.ts'

const stage = useStage()

/** Checks the page at each size and in each theme, and takes pictures if `SHOTS` names a folder. */
async function expectLooksGood(
  { page }: Spectator,
  name: string,
  look: { at?: Locator; sizes?: readonly Size[] } = {},
) {
  expect(await lookAt(page, `debates-${name}`, { folder: process.env.SHOTS, ...look })).toEqual([])
}

test('an empty list of debates looks good', async () => {
  const person = await stage.visit('debates')
  await person.sees('What should the panel debate?')
  await expectLooksGood(person, 'empty')
})

test('the form of a debate and its errors look good', async () => {
  const person = await stage.visit('debates/new')
  await person.button('Start the debate').waitFor()
  await expectLooksGood(person, 'new')
  await person.openOptions()
  await person.page.getByRole('combobox', { name: 'Persona of panellist 2' }).selectOption('Write your own…')
  await person.page.getByRole('textbox', { name: 'Possible answers' }).fill('yes')
  await person.page.getByRole('textbox', { name: 'Token budget' }).fill('some')
  await person.press('Start the debate')
  await person.sees('Enter a question.')
  await expectLooksGood(person, 'new-problems', { at: person.button('Start the debate') })
})

test('a debate looks good from its first answer to its end', async () => {
  const topic = 'Should a city of half a million people close its centre to private cars, at least at weekends?'
  const [gate, second] = [new Gate(), new Gate()]
  stage.play(
    topic,
    whereStated(async (asked) => {
      const { model, round, hasCalled } = asked
      if (model === 'gamma' && round === 1) throw new Error('the provider is overloaded; it was tried 3 times')
      if (model === 'beta') await (round === 1 ? gate : second).pass(asked)
      if (round === 2 || hasCalled) return model === 'beta' ? oppose() : state()
      const people = { query: 'How many people come by car, and how far?', reason: 'It decides who loses.' }
      const shops = { query: 'What do the shops say?', reason: 'They were not asked the last time.' }
      const night = { query: 'How often does the bus run at night?', reason: 'Some work late.' }
      return ask(
        ...(model === 'beta'
          ? [{ ...night, priority: 'required' as const }]
          : [
              { ...people, priority: 'required' as const },
              { ...shops, priority: 'optional' as const },
            ]),
      )
    }),
  )
  const person = await stage.visit('debates/new')
  await person.start(topic)
  await person.seat('gamma').getByText('the provider is overloaded').waitFor()
  await person.seat('alpha').getByText('Answered').waitFor()
  await expectLooksGood(person, 'running', { at: person.seat('beta') })
  await person.press('Pause')
  await person.seat('beta').getByText('No answer').waitFor()
  await expectLooksGood(person, 'paused', { sizes: ['phone'] })
  gate.open()
  await person.press('Resume')
  await person.seesRoundEnd(1)
  const people = person.request('How many people')
  await people.getByRole('textbox').fill('About 4,200 on a weekday, half of them from less than five kilometres away.')
  await people.getByRole('button', { name: 'Save answer' }).click()
  await person.answered('How many people').waitFor()
  await person.request('How often').getByRole('button', { name: 'Mark as unavailable' }).click()
  await expectLooksGood(person, 'context', { at: person.button('1 required answer missing') })
  await person.request('How often').getByRole('textbox').fill('The operator does not say.')
  await person.press('Save as unavailable')
  await person.page.getByRole('textbox', { name: /^Focus question/ }).fill('Who loses?')
  await person.press('Start round 2 of 2')
  await person.seat('gamma').getByText('Answered').waitFor()
  await expectLooksGood(person, 'second-round', { sizes: ['desktop'] })
  second.open()
  await person.sees(/Finished after 2 rounds/)
  await person.page.getByText('One more round').click()
  await expectLooksGood(person, 'over')
})

test('a private ballot looks good', async () => {
  const topic = 'Should zoos exist?'
  const speaking = new Gate()
  stage.play(
    topic,
    whereStated(async (asked) => {
      await speaking.pass(asked)
      return state()
    }),
  )
  const person = await stage.visit('debates/new')
  await person.start(topic, { mode: /^Adversarial/, rounds: 1 })
  await person.seat('gamma').getByText('Probably yes.').waitFor()
  await expectLooksGood(person, 'ballot', { sizes: ['desktop'] })
  await person.press('Stop')
  await person.button('Stop debate').waitFor()
  await expectLooksGood(person, 'stop', { sizes: ['phone'] })
  await person.press('Stop debate')
  await person.sees(/it was stopped/)
  await person.page.setViewportSize({ width: 390, height: 844 })
  await person.press('Debates')
  await person.page.getByRole('dialog').getByText('Should zoos exist?').waitFor()
  await expectLooksGood(person, 'drawer', { sizes: ['phone'] })
})

test('a debate of the demo panel says what it is, before and after', async () => {
  await using app = await startBuiltApp(fromLanguageModel(createDemo({ pace: 'instant' }), { id: 'demo' }))
  const person = await stage.visit('debates/new', app)
  await person.sees('Demo panel.')
  await expectLooksGood(person, 'new-demo', { at: person.page.getByText('Demo panel.'), sizes: ['phone'] })
  await person.start('Should a city close its centre to private cars?', { rounds: 1 })
  await person.seesRoundEnd(1)
  await person.sees('Demo panel.')
  await expectLooksGood(person, 'demo', { sizes: ['desktop'] })
})

test('a list of debates and a missing debate look good', async () => {
  const person = await stage.visit('debates')
  await person.sees('Should zoos exist?')
  await expectLooksGood(person, 'list')
  await person.page.goto(new URL('debates/nowhere', stage.url).href)
  await person.sees('This debate is gone')
  await expectLooksGood(person, 'gone', { sizes: ['phone'] })
})
