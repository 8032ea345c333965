import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** The files of one server, or of one agent after another. */
export function createPlace() {
  const folder = mkdtempSync(join(tmpdir(), 'sweatpants-front-end-'))
  const world = join(folder, 'world.txt')
  writeFileSync(world, '')
  return {
    store: join(folder, 'chat.db'),
    world,
    /** How often something was done. */
    count: (line: string) =>
      readFileSync(world, 'utf8')
        .split('\n')
        .filter((noted) => noted === line).length,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** A server that can be killed and started again at its address. */
export class Server {
  readonly place = createPlace()
  #port = 0
  #child: ChildProcess | undefined

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  async start(): Promise<void> {
    const { store, world } = this.place
    const args = ['--conditions=@sweatpants/source', 'server.ts', store, world, String(this.#port)]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    this.#child = child
    const [line] = await once(createInterface(child.stdout!), 'line')
    this.#port = Number(line)
  }

  async kill(): Promise<void> {
    const gone = once(this.#child!, 'exit')
    this.#child!.kill('SIGKILL')
    await gone
  }
}

/** Plays the scenarios whose names are in the arguments, or all of them, and prints a line of JSON for each. */
export async function play(scenarios: Readonly<Record<string, () => Promise<void>>>): Promise<void> {
  const wanted = process.argv.slice(2)
  for (const [name, run] of Object.entries(scenarios)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    const problem = await run().then(
      () => undefined,
      (error: Error) => error.stack ?? String(error),
    )
    console.log(JSON.stringify({ name, problem }))
  }
}
