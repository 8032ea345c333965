import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The part of effection that is measured. */
export interface Effection {
  run<T>(body: () => Generator<unknown, T, never>): Promise<T>
  call<T>(fn: () => T): Iterable<unknown>
  action<T>(body: (resolve: (value: T) => void) => () => void): Iterable<unknown>
}

/** The part of @langchain/langgraph that is measured. */
export interface LangGraph {
  StateGraph: new (state: unknown) => Graph
  Annotation: (() => unknown) & { Root(fields: Record<string, unknown>): unknown }
  MemorySaver: new () => unknown
  Command: new (options: { resume: unknown }) => unknown
  interrupt(value: unknown): unknown
  START: string
  END: string
}

interface Graph {
  addNode(name: string, node: (state: { answers?: number[] }) => { answers: number[] }): this
  addEdge(from: string, to: string): this
  addConditionalEdges(from: string, next: (state: { answers: number[] }) => string): this
  compile(options: { checkpointer: unknown }): CompiledGraph
}

export interface CompiledGraph {
  invoke(input: unknown, config: unknown): Promise<{ answers: number[]; __interrupt__?: unknown[] }>
  getState(config: unknown): Promise<{ next: readonly string[] }>
}

/** What there is to compare with; a peer that could not be installed is absent. */
export interface Peers {
  effection?: Effection
  langgraph?: LangGraph
  versions: Record<string, string>
}

const COMPARED = [
  'effection',
  '@langchain/langgraph',
  '@langchain/core',
  '@langchain/langgraph-checkpoint-postgres',
  '@dbos-inc/dbos-sdk',
  '@modelcontextprotocol/server',
  '@modelcontextprotocol/node',
  '@modelcontextprotocol/sdk',
  'fastmcp',
]

const folder = join(import.meta.dirname, 'peers')

/** Installs the peers when they are missing. Without them there is less to compare with, and the rest goes on. */
export async function loadPeers(): Promise<Peers> {
  try {
    install()
    const effection = await load<Effection>('effection')
    const langgraph = await load<LangGraph>('@langchain/langgraph')
    return {
      effection,
      langgraph,
      versions: Object.fromEntries(COMPARED.map((name) => [name, manifest(name).version])),
    }
  } catch (error) {
    console.warn(`The peers could not be installed, so nothing is compared with them. ${error}\n`)
    return { versions: {} }
  }
}

function install(): void {
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  const pins = Object.entries(dependencies ?? {})
  if (pins.every(([name, version]) => existsSync(toPath(name)) && manifest(name).version === version)) return
  console.log('Installing the peers…')
  execFileSync('npm', ['install', '--prefix', folder, '--no-package-lock', '--no-audit', '--no-fund'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
}

interface Manifest {
  version: string
  dependencies?: Record<string, string>
  exports: { '.': { import: { default: string } } }
}

const toPath = (name: string): string => join(folder, 'node_modules', name, 'package.json')

const manifest = (name: string): Manifest => JSON.parse(readFileSync(toPath(name), 'utf8'))

/** By path, because the peers are not dependencies of anything that is checked or published. */
function load<T>(name: string): Promise<T> {
  const entry = join(folder, 'node_modules', name, manifest(name).exports['.'].import.default)
  return import(pathToFileURL(entry).href)
}
