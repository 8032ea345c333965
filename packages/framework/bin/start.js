import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Installed, it is what was built; in a clone the sources run as they are, which takes a condition that only a start can set.
if (import.meta.url.includes('/node_modules/')) {
  // Compiled code is trusted like the code itself, so it is beside it. Where the folder cannot be written, nothing is cached.
  enableCompileCache(fileURLToPath(new URL('../../../.cache/sweatpants', import.meta.url)))
  await import('../dist/cli/main.js')
} else {
  const main = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url))
  const args = [process.execPath, '--conditions=@sweatpants/source', main, ...process.argv.slice(2)]
  process.execve(process.execPath, args, process.env)
}
