import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'

const bench = join(import.meta.dirname, '..')

let built = false

/** Builds the framework and the model it refers to, once, and strips the servers' types: that would count into every cold start. */
export function buildServers(): void {
  if (built) return
  built = true
  execFileSync('npm', ['run', 'build', '--workspace', 'packages/demo-model', '--workspace', 'packages/framework'], {
    cwd: join(bench, '..'),
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  mkdirSync(join(bench, 'dist'), { recursive: true })
  for (const file of readdirSync(join(bench, 'servers'))) {
    const code = stripTypeScriptTypes(readFileSync(join(bench, 'servers', file), 'utf8'))
    const name = file.replace(/\.ts$/, '.js')
    writeFileSync(join(bench, 'dist', name), code.replaceAll(/(?<=from '\.\/[\w-]+)\.ts(?=')/g, '.js'))
  }
}
