import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'

const run = promisify(execFile)

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/**
 * A real browser: that of `CHROMIUM_PATH` when it is set, otherwise the system's. As root on Debian one is installed where there
 * is none. The caller closes it.
 */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium() ?? (await installChromium()), args: flags })
}

export function findChromium(): string | undefined {
  const { CHROMIUM_PATH: chosen } = process.env
  if (chosen === undefined) return places.find((place) => existsSync(place))
  if (!existsSync(chosen)) throw new Error(`CHROMIUM_PATH is ${chosen}, and there is no such file`)
  return chosen
}

async function installChromium(): Promise<string> {
  const remedy = 'install chromium (Debian: apt-get install chromium), or set CHROMIUM_PATH to a Chromium or Chrome'
  if (process.getuid?.() !== 0 || !isDebian()) throw new Error(`the browser tests need a Chromium: ${remedy}`)
  try {
    // Test files run at once, and apt refuses a second caller.
    await run('flock', ['/var/lock/chromium-install', 'sh', '-c', 'apt-get update && apt-get install -y chromium'], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      maxBuffer: 64 * 1024 * 1024,
    })
  } catch (cause) {
    throw new Error(`the browser tests need a Chromium, and apt-get could not install one: ${remedy}`, { cause })
  }
  const place = findChromium()
  if (place === undefined) throw new Error(`apt-get installed no Chromium at ${places.join(', ')}: ${remedy}`)
  return place
}

const isDebian = (): boolean =>
  existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
