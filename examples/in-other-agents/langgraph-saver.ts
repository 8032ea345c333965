import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'
import { MemorySaver } from '@langchain/langgraph'

/** A checkpointer that keeps everything in one file. A server uses one of the packages for SQLite, Postgres or Redis. */
export class FileSaver extends MemorySaver {
  readonly #file: string

  constructor(file: string) {
    super()
    this.#file = file
    if (existsSync(file)) Object.assign(this, deserialize(readFileSync(file)))
  }

  override async put(...args: Parameters<MemorySaver['put']>) {
    const config = await super.put(...args)
    this.#save()
    return config
  }

  override async putWrites(...args: Parameters<MemorySaver['putWrites']>) {
    await super.putWrites(...args)
    this.#save()
  }

  #save(): void {
    writeFileSync(`${this.#file}.new`, serialize({ storage: this.storage, writes: this.writes }))
    renameSync(`${this.#file}.new`, this.#file)
  }
}
