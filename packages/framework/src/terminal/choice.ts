import type { Option } from '../tools/flat-form.ts'
import type { Checked } from '../tools/schema.ts'
import { prompt } from './prompt.ts'
import type { Terminal } from './terminal.ts'

/** Options that look like numbers are typed as they are: beside them, a number in the list would be a riddle. */
const areNumbered = (options: readonly Option[]): boolean =>
  !options.some(({ value, title }) => /^\d+$/.test(value) || /^\d+$/.test(title))

export function listOptions(options: readonly Option[]): string {
  const numbered = areNumbered(options)
  const width = String(options.length).length
  return options
    .map(({ title }, i) => (numbered ? `  ${String(i + 1).padStart(width)}. ${title}` : `  ${title}`))
    .join('\n')
}

/** What to type, as it stands in a prompt. */
export function rangeOf(options: readonly Option[]): string {
  if (!areNumbered(options)) return options.map(({ value }) => value).join(', ')
  return options.length === 1 ? '1' : `1-${options.length}`
}

/** The option that was meant: by its number, its value or its title, or by how only one of them begins. */
export function readOption<T extends Option>(options: readonly T[], text: string): Checked<T> {
  const option = options.find(({ value }) => value === text) ?? byNumber(options, text) ?? byName(options, text)
  if (option !== undefined) return { type: 'valid', value: option }
  const told = text === '' ? '' : `"${text}" is not in the list. `
  return { type: 'invalid', problem: `${told}Please type one of ${rangeOf(options)}.` }
}

function byNumber<T extends Option>(options: readonly T[], text: string): T | undefined {
  return areNumbered(options) && /^\d+$/.test(text) ? options[Number(text) - 1] : undefined
}

function byName<T extends Option>(options: readonly T[], text: string): T | undefined {
  // A number that is not in the list is a slip, not the beginning of a name.
  if (/^\d*$/.test(text)) return undefined
  const typed = text.toLowerCase()
  const names = ({ value, title }: Option) => [value.toLowerCase(), title.toLowerCase()]
  const exact = options.find((option) => names(option).includes(typed))
  const begun = options.filter((option) => names(option).some((name) => name.startsWith(typed)))
  return exact ?? (begun.length === 1 ? begun[0] : undefined)
}

/** Shows a numbered list and resolves to the index of the choice. For components that are rendered in a terminal. */
export async function choose(
  terminal: Terminal,
  message: string,
  titles: readonly string[],
  signal?: AbortSignal,
): Promise<number> {
  const options = titles.map((title) => ({ value: title, title }))
  terminal.print(`\n${message}\n${listOptions(options)}`)
  const chosen = await prompt(
    terminal,
    `Your choice (${rangeOf(options)}): `,
    (line) => readOption(options, line),
    signal,
  )
  return options.indexOf(chosen)
}
