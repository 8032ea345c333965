import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const APP_FOLDER = join(import.meta.dirname, '..')

/** The sources of the page, and the page that is built from them. */
export const PAGE = join(APP_FOLDER, 'page')
export const DIST = join(APP_FOLDER, 'dist')

export const readVersion = (): string => JSON.parse(readFileSync(join(APP_FOLDER, 'package.json'), 'utf8')).version
