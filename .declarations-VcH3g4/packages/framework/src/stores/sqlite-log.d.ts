import { type Log } from '../log/log.ts';
import { type SqliteParts } from './sqlite-leases.ts';
import type { SqliteQuestions } from './sqlite-questions.ts';
/** Returns the logs of a file by kind. Their statements are prepared once for all kinds. */
export declare function prepareLogs(parts: SqliteParts, questions: SqliteQuestions): (kind: string) => Log<unknown>;
