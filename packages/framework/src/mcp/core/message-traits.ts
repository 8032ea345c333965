import type { Traits } from '../../http/backlog.ts'

/** Returns what may happen to a message while it waits for a slow reader. Answers and questions always arrive. */
export function traitsOf(method: string | undefined, params: Readonly<Record<string, unknown>> = {}): Traits {
  switch (method) {
    case 'notifications/message':
      return { mayBeLost: true }
    case 'notifications/progress':
      return { key: toKey(method, params.progressToken), mayBeLost: true }
    case 'notifications/tasks':
      return { key: toKey(method, params.taskId, params._meta) }
    case 'notifications/resources/updated':
      return { key: toKey(method, params.uri, params._meta) }
    case 'notifications/tools/list_changed':
    case 'notifications/prompts/list_changed':
    case 'notifications/resources/list_changed':
      return { key: toKey(method, params._meta) }
    default:
      return {}
  }
}

const toKey = (...parts: unknown[]): string => JSON.stringify(parts)
