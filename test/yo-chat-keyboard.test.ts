import { expect, test } from 'vitest'
import { findViolations } from './accessibility.ts'
import { useStage } from './yo-chat/stage.ts'

const stage = useStage()

test('conversations, messages and actions are reached with the keyboard', async () => {
  const person = await stage.visit()
  const { page, messageBox } = person
  const focusIsIn = (name: string) =>
    page.getByRole('dialog', { name }).evaluate((box) => box.contains(document.activeElement))
  await person.say('Say: quinces are hard as: Quinces')
  await person.hears('quinces are hard')
  await page.keyboard.press('Control+Shift+O')
  await person.sees('What would you like to do?')

  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search conversations, messages and actions' })
  await field.waitFor()
  expect(await focusIsIn('Go to')).toBe(true)
  expect(await findViolations(page)).toEqual([])
  await field.fill('quinces')
  const option = (name: RegExp) => page.getByRole('option', { name })
  await option(/quinces are hard/)
    .first()
    .waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  expect(await option(/^Quinces$/).getAttribute('aria-selected')).toBe('true')
  await page.keyboard.press('Enter')
  await person.hears('quinces are hard')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.keyboard.press('Control+k')
  await field.fill('inbox')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.keyboard.press('Control+k')
  await field.fill('nothing like this')
  await person.sees('Nothing found.')
  await field.fill('new conv')
  await page.keyboard.press('Enter')
  await messageBox.waitFor()
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.press('/')
  await page.keyboard.type('a/b?')
  expect(await messageBox.inputValue()).toBe('a/b?')
})
