import type { ToolAnnotations } from '@sweatpants/framework'
import { z } from 'zod'

export const sessionId = z.string().trim().min(1).max(200).describe('From start_roundtable or list_sessions')

export const agentId = z.string().trim().min(1).max(200).describe('As the seats of the session are named')

export const roundNumber = z.int().min(1)

export const readOnly: ToolAnnotations = { readOnlyHint: true, openWorldHint: false }
