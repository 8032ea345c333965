/** An option of a command: how it is read, and what the help says of it. One without words is only in the usage. */
interface Described {
  type: 'string' | 'boolean'
  multiple?: boolean
  /** What follows it, in the help. */
  value?: string
  about?: string
}

export type DescribedOptions = Readonly<Record<string, Described>>

/** An option with a value; `value` names it. */
export const text = (value: string, about?: string) => ({ type: 'string', value, ...(about && { about }) }) as const

/** An option with a value that may be repeated. */
export const texts = (value: string, about?: string) => ({ ...text(value, about), multiple: true }) as const

export const flag = (about?: string) => ({ type: 'boolean', ...(about && { about }) }) as const

/** The options that choose how a server is reached. */
export const TRANSPORT_OPTIONS = {
  stdio: flag(),
  http: text('[host:]port', 'listens on this port'),
  host: text('address', 'the address to listen on (or HOST); default 127.0.0.1, which only this machine can reach'),
  'allow-host': texts('name', 'an extra hostname to accept; may be repeated'),
}

const COLUMN = 29
const WIDTH = 120

/** Returns the lines of a help for options. */
export function describeOptions(options: DescribedOptions): string[] {
  return Object.entries(options).flatMap(([name, { value, about }]) => {
    if (about === undefined) return []
    const left = `        --${name}${value === undefined ? '' : ` ${value}`}`.padEnd(COLUMN - 1)
    return wrap(`${left} ${about}`, ' '.repeat(COLUMN))
  })
}

/** Breaks a text before the word that would make its line too long. The next lines begin with `indent`. */
export function wrap(line: string, indent = ''): string[] {
  const lines = ['']
  for (const word of line.split(/(?<=\S) /)) {
    const last = lines.at(-1)!
    if (last === '') lines.splice(-1, 1, word)
    else if (last.length + 1 + word.length > WIDTH) lines.push(`${indent}${word}`)
    else lines.splice(-1, 1, `${last} ${word}`)
  }
  return lines
}
