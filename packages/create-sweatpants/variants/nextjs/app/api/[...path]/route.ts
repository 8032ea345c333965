import { app } from '../../../lib/app.ts'

const handle = (request: Request): Promise<Response> => app.fetch(request)

export { handle as DELETE, handle as GET, handle as POST }
