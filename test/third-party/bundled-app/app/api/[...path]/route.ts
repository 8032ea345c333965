import { answer } from '../../../server.ts'

export const GET = answer
export const POST = answer
