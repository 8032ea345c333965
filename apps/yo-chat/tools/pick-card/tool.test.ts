import { type RenderEffect, runHandler } from '@sweatpants/framework'
import { accept, decline, runScript } from '@sweatpants/framework/testing'
import { expect, test } from 'vitest'
import { type CardFanProps, createPickCard } from './tool.ts'

const CardFan = (_: CardFanProps) => null

test('the card at the position that was picked is told', async () => {
  const { value } = await runScript(
    createPickCard(),
    { count: 3 },
    { answers: { __handoff__: accept({ position: 2 }) } },
  )
  expect(value).toMatch(/^The person picked the \w+ of \w+\.$/)
})

test('a position past the last card is not believed', async () => {
  const { value } = await runScript(
    createPickCard(),
    { count: 3 },
    { answers: { __handoff__: accept({ position: 4 }) } },
  )
  expect(value).toBe('There were only 3 cards.')
})

test('nothing is told when the person declines', async () => {
  const { value } = await runScript(createPickCard(), { count: 3 }, { answers: { __handoff__: decline() } })
  expect(value).toEqual({ cancelled: true })
})

test('in a page, the component that was given shows the cards', async () => {
  const { handlers } = createPickCard(CardFan).plugin
  const context = { handoff: { cards: ['ace of spades'] }, params: { count: 1 } }
  const shown: Pick<RenderEffect, 'component' | 'props'>[] = []
  const host = {
    async render(component: RenderEffect['component'], props: object) {
      shown.push({ component, props })
      return { position: 1 }
    },
  }
  const request = { key: '__handoff__', message: '', schema: {}, context } as never
  const answer = await runHandler((ctx) => handlers.__handoff__!(request, ctx), host, new AbortController().signal)
  expect(answer).toEqual({ action: 'accept', content: { position: 1 } })
  expect(shown).toEqual([{ component: CardFan, props: { cards: ['ace of spades'] } }])
})
