import { HttpError } from '@sweatpants/framework/http'
import { type ExportFormat, FORMATS, type Format } from '../export/formats.ts'

export function findFormat(name: string): Format {
  if (Object.hasOwn(FORMATS, name)) return FORMATS[name as ExportFormat]
  const known = Object.keys(FORMATS).join(', ')
  throw new HttpError(400, 'invalid', `expected format to be one of ${known}, got ${JSON.stringify(name)}`)
}
