import { choose, LeftError, openTerminal, type Terminal } from '@sweatpants/framework/terminal'

interface Example {
  name: string
  story: string
  load(): Promise<{ main(terminal: Terminal, args?: readonly string[]): Promise<number> }>
}

const examples: Example[] = [
  { name: 'tictactoe', story: 'a game against a model', load: () => import('./tictactoe/main.ts') },
  { name: 'pick-card', story: 'a component asks, a tool tells', load: () => import('./pick-card/main.ts') },
  { name: 'book-flight', story: 'three questions and one payment', load: () => import('./book-flight/main.ts') },
  {
    name: 'approve-by-mail',
    story: 'a manager answers by mail, days later',
    load: () => import('./approve-by-mail/main.ts'),
  },
  {
    name: 'traced-order',
    story: 'the trace of a run whose process was killed',
    load: () => import('./traced-order/main.ts'),
  },
  {
    name: 'expense-approval',
    story: 'two managers, days of waiting, and nodes that are killed',
    load: () => import('./expense-approval/main.ts'),
  },
]

async function start(terminal: Terminal, name: string | undefined, args: readonly string[]): Promise<number> {
  const example = name === undefined ? await chooseExample(terminal) : examples.find((known) => known.name === name)
  if (example === undefined) {
    terminal.print(`There is no example "${name}". Try one of ${examples.map((known) => known.name).join(', ')}.`)
    return 1
  }
  const { main } = await example.load()
  terminal.print('At any prompt, /decline or /cancel leaves the question; Ctrl-C stops.')
  return main(terminal, args)
}

async function chooseExample(terminal: Terminal): Promise<Example> {
  const width = Math.max(...examples.map(({ name }) => name.length))
  const titles = examples.map(({ name, story }) => `${name.padEnd(width)}  ${story}`)
  return examples[await choose(terminal, 'Which example?', titles)]!
}

using terminal = openTerminal()
try {
  const [name, ...args] = process.argv.slice(2)
  process.exitCode = await start(terminal, name, args)
} catch (error) {
  if (!(error instanceof LeftError)) throw error
}
